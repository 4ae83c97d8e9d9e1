import { formatMicros, type Micros, shareMicros, toMicros } from '../../common/micros.js';
import { dayOfNumber } from '../../common/time.js';
import type { Walk } from '../../sources/types.js';
import { dayOf } from './candidate.js';
import { type DayFlow, sumMicros } from './flow.js';
import type { PolybenchParameters } from './parameters.js';
import { missingDays, type Quote, tradeableQuotes } from './quotes.js';
import type { FiguredRule } from './readings.js';

/** A market with its quotes; `flaw` says why they cannot be used. */
export interface QuotedMarket {
  resolutionDay: number;
  quotes: readonly Quote[];
  flaw?: string;
}

/** A market with its tape summed up; `flaw` says why the tape is not complete. */
export interface TapedMarket {
  resolutionDay: number;
  days: readonly DayFlow[];
  /** Trades that were counted. */
  rows: number;
  /** Absent where a page's envelope drifted. */
  walk?: Pick<Walk, 'status' | 'pages'>;
  flaw?: string;
}

function noQuotes(market: QuotedMarket): string | undefined {
  if (market.flaw !== undefined) return market.flaw;
  return market.quotes.length === 0 ? 'no sample counts as a quote' : undefined;
}

function quotesFigure({ quotes, flaw }: QuotedMarket): string {
  const filled = quotes.filter(({ source }) => source === 'no_complement').length;
  const counts = `${quotes.length} days quoted, ${filled} of them from the NO token, ${missingDays(quotes)} days between them without a quote`;
  return flaw === undefined ? counts : `${counts}; ${flaw}`;
}

function notUncertain(market: QuotedMarket, parameters: PolybenchParameters): string | undefined {
  const start = market.quotes[0];
  if (start === undefined) return undefined;
  const { uncertainLow, uncertainHigh } = parameters;
  if (toMicros(uncertainLow) <= start.priceMicros && start.priceMicros <= toMicros(uncertainHigh))
    return undefined;
  return `${startText(start)}, outside ${uncertainLow}..${uncertainHigh}`;
}

function startText(start: Quote): string {
  return `quote ${formatMicros(start.priceMicros)} on ${dayOfNumber(start.day)}`;
}

function startFigure({ quotes: [start] }: QuotedMarket, parameters: PolybenchParameters): string {
  const { uncertainLow, uncertainHigh } = parameters;
  return `start ${start === undefined ? 'without a quote' : startText(start)}; bounds ${uncertainLow}..${uncertainHigh}`;
}

function tooFewTradeableDays(market: QuotedMarket, parameters: PolybenchParameters): string | undefined {
  const days = tradeableQuotes(market.quotes, market.resolutionDay).length;
  return days >= parameters.minTradeableDays
    ? undefined
    : `${days} of ${parameters.minTradeableDays} tradeable days`;
}

function tradeableFigure(market: QuotedMarket, { minTradeableDays }: PolybenchParameters): string {
  const days = tradeableQuotes(market.quotes, market.resolutionDay).length;
  return `${days} tradeable days before ${dayOfNumber(market.resolutionDay)}; at least ${minTradeableDays}`;
}

function incompleteTape(market: TapedMarket): string | undefined {
  return market.flaw;
}

function tapeFigure({ walk, rows, flaw }: TapedMarket): string {
  const read = walk === undefined ? 'no page could be read' : `${walk.pages.length} pages, ${walk.status}`;
  return flaw === undefined ? `${read}; ${rows} trades` : `${read}; ${flaw}`;
}

function illiquid(market: TapedMarket, parameters: PolybenchParameters): string | undefined {
  if (market.resolutionDay < dayOf(parameters.liquidityRuleFrom)) return undefined;
  const liquidity = tradeableLiquidity(market.days, market.resolutionDay);
  if (reachesBankroll(liquidity, parameters)) return undefined;
  return `${parameters.fillCapAlpha} x ${formatMicros(liquidity)} USD over the tradeable days is below ${parameters.bankroll}`;
}

function capsFigure(market: TapedMarket, parameters: PolybenchParameters): string {
  const liquidity = tradeableLiquidity(market.days, market.resolutionDay);
  const caps = formatMicros(capacityMicros(liquidity, parameters));
  const sum = `${parameters.fillCapAlpha} x ${formatMicros(liquidity)} = ${caps} USD`;
  return market.resolutionDay < dayOf(parameters.liquidityRuleFrom)
    ? `exempt, as ${dayOfNumber(market.resolutionDay)} is before ${parameters.liquidityRuleFrom}; ${sum}`
    : `${sum}; at least ${parameters.bankroll}`;
}

/** Sum of liquidity over the tradeable days. */
export function tradeableLiquidity(days: readonly DayFlow[], resolutionDay: number): Micros {
  return sumMicros(tradeableQuotes(days, resolutionDay), 'liquidityMicros');
}

/** Compares exactly, in whole numbers: alpha x liquidity >= bankroll (rule book 9.5, bound included). */
export function reachesBankroll(
  liquidity: Micros,
  parameters: Pick<PolybenchParameters, 'fillCapAlpha' | 'bankroll'>,
): boolean {
  const alpha = BigInt(toMicros(parameters.fillCapAlpha));
  return BigInt(liquidity) * alpha >= BigInt(toMicros(parameters.bankroll)) * 1_000_000n;
}

/** Sum of the daily fill caps: alpha times the sum of liquidity. */
export function capacityMicros(
  liquidity: Micros,
  parameters: Pick<PolybenchParameters, 'fillCapAlpha'>,
): Micros {
  return shareMicros(liquidity, parameters.fillCapAlpha);
}

/** The rules that list fields and prices decide: no tape is fetched for what they drop. */
export const quoteRules: readonly FiguredRule<QuotedMarket, PolybenchParameters>[] = [
  {
    name: 'no_quotes',
    doc: 'No usable quote from the corpus start until trading ended.',
    test: noQuotes,
    figure: quotesFigure,
  },
  {
    name: 'not_uncertain',
    doc: 'The quote at window_start is outside `uncertainLow` to `uncertainHigh`, both included.',
    test: notUncertain,
    figure: startFigure,
  },
  {
    name: 'too_few_tradeable_days',
    doc: 'Fewer than `minTradeableDays` days with a quote before the resolution date.',
    test: tooFewTradeableDays,
    figure: tradeableFigure,
  },
];

/** The rules that the tape decides. */
export const tapeRules: readonly FiguredRule<TapedMarket, PolybenchParameters>[] = [
  {
    name: 'incomplete_tape',
    doc: 'The trades could not be read to the end, or hold rows that do not belong to the market.',
    test: incompleteTape,
    figure: tapeFigure,
  },
  {
    name: 'illiquid',
    doc: 'Resolves on or after `liquidityRuleFrom` and the daily fill caps over the tradeable days add up to less than `bankroll`.',
    test: illiquid,
    figure: capsFigure,
  },
];
