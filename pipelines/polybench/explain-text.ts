import { formatMicros } from '../../common/micros.js';
import { dayOfNumber, formatInstant } from '../../common/time.js';
import type { Leg } from './events.js';
import { daysOf, type HarvestedMarket } from './harvest.js';
import { tradeableLiquidity } from './market-rules.js';
import type { PolybenchParameters } from './parameters.js';
import { tradeableQuotes } from './quotes.js';
import type { RuleReading } from './readings.js';
import { MALFORMED } from './rules.js';
import { figuresOf } from './verdicts.js';

/** Each rule up to the one that dropped the market, or all: its verdict, and the figure that it looked at. */
export function rulesText(readings: readonly RuleReading[]): string[] {
  return [
    '',
    'rules:',
    `  ${MALFORMED}: keep (has the shape that is known)`,
    ...readings.map(
      ({ rule, figure, detail }) => `  ${rule}: ${detail === undefined ? 'keep' : 'drop'} (${figure})`,
    ),
  ];
}

/** A line for each day: the quote, where it comes from, and the sums inside and outside the band. */
export function daysText(market: HarvestedMarket): string[] {
  const { candidate, prices, tape } = market;
  const days = daysOf(market);
  if (tape === undefined || days.length === 0)
    return [
      '',
      'quotes:',
      ...prices.quotes.map(
        (quote) => `  ${dayOfNumber(quote.day)} ${formatMicros(quote.priceMicros)} (${quote.source})`,
      ),
    ];
  const lines = days.map((day) => {
    const outside = day.volumeMicros - day.liquidityMicros;
    const note = day.day < candidate.resolutionDay ? '' : ', not tradeable';
    return `  ${dayOfNumber(day.day)} quote ${formatMicros(day.priceMicros)} (${day.source}), traded ${formatMicros(day.volumeMicros)} USD: ${formatMicros(day.liquidityMicros)} inside the band, ${formatMicros(outside)} outside${note}`;
  });
  return [
    '',
    'days:',
    ...lines,
    `  ${tape.rows} trades; ${formatMicros(tape.unattributedMicros)} USD of them before a midnight without a quote`,
  ];
}

/** The figures that rules and columns rest on, each with its formula. */
export function figuresText(market: HarvestedMarket, parameters: PolybenchParameters): string[] {
  const { candidate } = market;
  const days = daysOf(market);
  const head = [
    '',
    'figures:',
    `  outcome ${candidate.outcome}: prices ${JSON.stringify(candidate.row.outcome_prices)} of ${JSON.stringify(candidate.row.outcomes)}`,
    `  closed ${formatInstant(candidate.closedAt)}, resolution date ${dayOfNumber(candidate.resolutionDay)}`,
  ];
  if (days.length === 0) {
    const tradeable = tradeableQuotes(market.prices.quotes, candidate.resolutionDay).length;
    return [...head, `  ${tradeable} tradeable days of ${market.prices.quotes.length} with a quote`];
  }
  const figures = figuresOf(market, parameters);
  const liquidity = formatMicros(tradeableLiquidity(days, candidate.resolutionDay));
  return [
    ...head,
    `  window start ${dayOfNumber(figures.windowStart)}, start price ${formatMicros(figures.startPriceMicros)} of ${parameters.uncertainLow}..${parameters.uncertainHigh}`,
    `  ${figures.tradeableDays} tradeable days, ${figures.filled} days from the NO token, ${figures.missing} days without a quote`,
    `  volume ${formatMicros(figures.volumeMicros)} USD over ${days.length} days`,
    `  capacity ${parameters.fillCapAlpha} x ${liquidity} = ${formatMicros(figures.capacityMicros)} USD; needed from ${parameters.liquidityRuleFrom} on: ${parameters.bankroll}`,
  ];
}

/** The legs of the event that reached the rules over events. */
export function eventText(legs: readonly Leg[], eventId: string): string[] {
  if (legs.length === 0) return [];
  const lines = legs.map(
    (leg) =>
      `  ${leg.id}: traded ${formatMicros(leg.volumeMicros)} USD, resolves ${dayOfNumber(leg.resolutionDay)}`,
  );
  return ['', `event ${eventId}:`, ...lines];
}
