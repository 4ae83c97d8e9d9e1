import { z } from 'zod';
import { fromMicros, type Micros, toMicros } from '../../common/micros.js';
import { SIDES } from '../../scoring/polybench/index.js';
import { type ToolOutput, text } from '../ors/environment.js';
import { ToolRefusal } from '../ors/problems.js';
import { defineTool, type Tool } from '../ors/tools.js';
import { shown } from './amounts.js';
import { spendable } from './book.js';
import { showBankroll, showFill, showMarket, showNoFill, showPoint, showResolved } from './display.js';
import type { PolyBenchEpisode } from './episode.js';
import { webTools } from './web-tools.js';

/** Dollars beyond which millionths are not exact. */
const MOST_STAKED = 1e9;

const marketId = z.string().describe('Id of the market, as list_markets shows it.');

const listMarkets = defineTool({
  name: 'list_markets',
  description:
    'Markets known today with question, latest YES price, what can still be filled today in dollars (YES and NO together), and your positions.',
  input: z.object({
    offset: z.int().min(0).default(0).describe('How many markets to pass over.'),
    limit: z.int().min(1).max(50).default(20).describe('How many markets to show.'),
  }),
  run: (episode: PolyBenchEpisode, { offset, limit }) => {
    const views = episode.views();
    const page = views.slice(offset, offset + limit);
    return report({
      today: episode.today,
      ...showBankroll(episode.game, (id) => episode.lastPoint(id)),
      known_markets: views.length,
      offset,
      markets: page.map((view) => showMarket(view, episode.game, episode.rules)),
    });
  },
});

const priceHistory = defineTool({
  name: 'price_history',
  description:
    'Daily history of a market up to today: the YES price at 00:00 UTC, and in dollars what was traded in the 24 hours before, in all and near that price.',
  input: z.object({
    market_id: marketId,
    days: z.int().min(1).max(400).default(30).describe('How many of the latest days to show.'),
  }),
  run: (episode: PolyBenchEpisode, { market_id: id, days }) =>
    report({
      market_id: id,
      today: episode.today,
      history: episode.view(id).points.slice(-days).map(showPoint),
    }),
});

const placeBet = defineTool({
  name: 'place_bet',
  description:
    "Buys shares of a side at today's quote plus fee, as far as today's capacity allows. The rest stays cash. Positions cannot be sold; they pay when the market resolves.",
  input: z.object({
    market_id: marketId,
    side: z.enum(SIDES).describe('The side to buy.'),
    stake: z.number().positive().describe('Dollars to stake, fee included.'),
  }),
  run: (episode: PolyBenchEpisode, { market_id: id, side, stake }) => {
    const stakeMicros = microsOf(stake);
    const fill = episode.bet(id, side, stakeMicros);
    return report({
      market_id: id,
      side,
      today: episode.today,
      ...(fill ? showFill(fill) : showNoFill(stakeMicros)),
      cash: fromMicros(spendable(episode.game.book)),
    });
  },
});

function microsOf(stake: number): Micros {
  if (stake > MOST_STAKED)
    throw new ToolRefusal('the stake is more than the cash at hand: nothing was opened');
  const micros = toMicros(stake);
  if (micros === 0)
    throw new ToolRefusal('the stake is less than a millionth of a dollar: nothing was opened');
  return micros;
}

const advanceTime = defineTool({
  name: 'advance_time',
  description:
    'Moves the clock forward and settles the markets that have resolved. The episode ends when all have.',
  input: z.object({ days: z.int().min(1).max(30).describe('How many days.') }),
  run: (episode: PolyBenchEpisode, { days }) => {
    const { resolved, reward } = episode.advance(days);
    const finished = episode.isOver;
    return report(
      {
        today: episode.today,
        resolved: resolved.map(showResolved),
        ...showBankroll(episode.game, (id) => episode.lastPoint(id)),
        reward: shown(reward),
        finished,
      },
      { reward, finished },
    );
  },
});

/** The tools of both flavours. */
export const TOOLS: readonly Tool<PolyBenchEpisode>[] = [
  listMarkets,
  priceHistory,
  placeBet,
  advanceTime,
  ...webTools,
];

/** A result that reads the same as text and as data. */
function report(
  content: Record<string, unknown>,
  { reward, finished }: { reward: number | null; finished: boolean } = { reward: null, finished: false },
): ToolOutput {
  return { blocks: [text(JSON.stringify(content))], metadata: content, reward, finished };
}
