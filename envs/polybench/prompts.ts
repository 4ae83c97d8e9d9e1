import { fromMicros } from '../../common/micros.js';
import { dayOfNumber } from '../../common/time.js';
import { type TextBlock, text } from '../ors/environment.js';
import type { Slate } from './game.js';
import type { Rules } from './rules.js';

const OPENINGS = {
  forecaster:
    'You forecast one prediction market. Research it, take a position on its outcome, and hold it until the market resolves.',
  trader:
    'You trade a slate of prediction markets over many days on one clock. Research them and take positions whenever prices seem wrong to you.',
};

export type Flavour = keyof typeof OPENINGS;

/** What an agent is told at the start. It names no market: list_markets shows them. */
export function promptFor(flavour: Flavour, slate: Slate, rules: Rules): readonly TextBlock[] {
  const lines = [
    OPENINGS[flavour],
    '',
    `Today is ${dayOfNumber(slate.startDay)} (00:00 UTC). Your bankroll is $${fromMicros(rules.bankrollMicros)}.`,
    '',
    '- list_markets shows the markets that are known today; price_history shows the days of one up to today.',
    '- web_search and web_fetch show the web as it stood at the start of today, never later.',
    `- place_bet buys YES or NO shares at today's quote plus a fee of ${rules.takerFeeBps / 100} %. On one market and day all bets together fill at most ${rules.fillCapAlpha} of the liquidity of that day; what cannot be filled stays cash, and less than $${fromMicros(rules.minStakeMicros)} opens nothing. Positions cannot be sold.`,
    '- advance_time moves the clock by 1 to 30 days. It never goes back. A market settles when the clock has passed the day on which it resolved: the winning side pays $1 a share, the other nothing.',
    '- The episode ends by itself when every market has resolved.',
    '',
    'You are scored by the growth of your bankroll: 100 times the logarithm of final over initial bankroll, counted when positions settle. A lost bankroll scores -1000.',
  ];
  return [text(lines.join('\n'))];
}
