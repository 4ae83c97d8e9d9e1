import { formatInstant, type InstantMicros, utcDay } from '../../common/time.js';
import type { ListingRow } from '../../schemas/polybench.js';
import { isResolved, verdictOf } from './outcome.js';
import type { PolybenchParameters } from './parameters.js';
import type { FiguredRule } from './readings.js';

/** What the rules over list fields need beside the record. */
export interface ListContext {
  parameters: PolybenchParameters;
  /** The build's clock. */
  asOf: InstantMicros;
}

const show = (values: readonly (string | number)[] | null): string =>
  values === null ? 'missing or unreadable' : JSON.stringify(values);

function notBinary(row: ListingRow, { asOf }: ListContext): string | undefined {
  if (row.outcomes?.length !== 2) return `outcomes: ${show(row.outcomes)}`;
  if (row.token_ids?.length !== 2 || row.token_ids[0] === row.token_ids[1])
    return `tokens: ${show(row.token_ids)}`;
  const scalar = isResolved(row, asOf) && verdictOf(row.outcome_prices) === 'scalar';
  return scalar ? `settled on a scale: ${show(row.outcome_prices)}` : undefined;
}

function tradedFigure(row: ListingRow): string {
  return `outcomes: ${show(row.outcomes)}, tokens: ${show(row.token_ids)}, ${pricesFigure(row)}`;
}

function labels(row: ListingRow, { parameters }: ListContext): string | undefined {
  if (parameters.labels === 'any') return undefined;
  const [first, second] = row.outcomes ?? [];
  return first === 'Yes' && second === 'No' ? undefined : `outcomes: ${show(row.outcomes)}`;
}

function labelsFigure(row: ListingRow, { parameters }: ListContext): string {
  const admitted = parameters.labels === 'any' ? 'any are admitted' : 'admitted: ["Yes","No"]';
  return `outcomes: ${show(row.outcomes)}; ${admitted}`;
}

function unresolved(row: ListingRow, { asOf }: ListContext): string | undefined {
  if (isResolved(row, asOf)) return undefined;
  if (!row.closed) return 'not closed';
  if (row.closed_at === null) return 'closed without a readable closedTime';
  return `closes ${formatInstant(row.closed_at)}, after the build's clock`;
}

function unresolvedFigure(row: ListingRow, { asOf }: ListContext): string {
  const closed =
    row.closed_at === null ? 'no readable closedTime' : `closedTime ${formatInstant(row.closed_at)}`;
  return `closed: ${row.closed}, ${closed}; clock ${formatInstant(asOf)}`;
}

function splitResolution(row: ListingRow): string | undefined {
  return verdictOf(row.outcome_prices) === 'split' ? pricesFigure(row) : undefined;
}

function noOutcome(row: ListingRow): string | undefined {
  return typeof verdictOf(row.outcome_prices) === 'object' ? undefined : pricesFigure(row);
}

function pricesFigure(row: ListingRow): string {
  return `prices: ${show(row.outcome_prices)}`;
}

function outsideWindow(row: ListingRow, { parameters }: ListContext): string | undefined {
  const day = row.closed_at === null ? undefined : utcDay(row.closed_at);
  if (day !== undefined && parameters.corpusStart <= day && day <= parameters.corpusEnd) return undefined;
  return `closed on ${day}, outside ${parameters.corpusStart}..${parameters.corpusEnd}`;
}

function windowFigure(row: ListingRow, { parameters }: ListContext): string {
  const day = row.closed_at === null ? 'no readable closedTime' : `resolution date ${utcDay(row.closed_at)}`;
  return `${day}; corpus ${parameters.corpusStart}..${parameters.corpusEnd}`;
}

/** The rules that the listing alone decides, in the order of CONTRACT 4.2 (rule book 6.2 and 9.7). */
export const listRules: readonly FiguredRule<ListingRow, ListContext>[] = [
  {
    name: 'not_binary',
    doc: 'Not exactly two outcomes with a CLOB token each, or settled on a scale.',
    test: notBinary,
    figure: tradedFigure,
  },
  {
    name: 'labels',
    doc: 'Outcomes are not named Yes and No, in this order (parameter `labels`).',
    test: labels,
    figure: labelsFigure,
  },
  {
    name: 'unresolved',
    doc: "Not closed at the build's clock.",
    test: unresolved,
    figure: unresolvedFigure,
  },
  {
    name: 'split_resolution',
    doc: 'Both outcomes were paid one half.',
    test: splitResolution,
    figure: pricesFigure,
  },
  {
    name: 'no_outcome',
    doc: 'The prices name no winner: none at 0.999 or more with the other at 0.001 or less.',
    test: noOutcome,
    figure: pricesFigure,
  },
  {
    name: 'outside_window',
    doc: 'The UTC date of closedTime is not in the corpus window (`corpusStart` to `corpusEnd`, both included).',
    test: outsideWindow,
    figure: windowFigure,
  },
];
