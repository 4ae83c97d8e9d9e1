import { dayNumber, type InstantMicros, numberOfDay } from '../../common/time.js';
import type { ListingRow } from '../../schemas/polybench.js';
import { verdictOf } from './outcome.js';
import type { PolybenchParameters } from './parameters.js';
import type { QuoteBounds } from './quotes.js';

/** A market that passed the rules over list fields, with the fields that those made certain. */
export interface Candidate {
  row: ListingRow;
  yesLabel: string;
  yesToken: string;
  noToken: string;
  outcome: 'YES' | 'NO';
  closedAt: InstantMicros;
  /** UTC day on which trading ended, as days since 1970-01-01. */
  resolutionDay: number;
  /** `cond:<condition id>` where the market has no event. */
  eventId: string;
}

/** Narrows a record that `listRules` kept. RangeError for one that they drop. */
export function candidateOf(row: ListingRow): Candidate {
  const [yesLabel] = row.outcomes ?? [];
  const [yesToken, noToken] = row.token_ids ?? [];
  const verdict = verdictOf(row.outcome_prices);
  if (
    yesLabel === undefined ||
    yesToken === undefined ||
    noToken === undefined ||
    row.closed_at === null ||
    typeof verdict !== 'object'
  )
    throw new RangeError(`market ${row.market_id} did not pass the rules over list fields`);
  return {
    row,
    yesLabel,
    yesToken,
    noToken,
    outcome: verdict.winner === 0 ? 'YES' : 'NO',
    closedAt: row.closed_at,
    resolutionDay: dayNumber(row.closed_at),
    eventId: row.event_id ?? `cond:${row.condition_id}`,
  };
}

/** Bounds of the samples that can be quotes of the market. */
export function quoteBounds(
  candidate: Candidate,
  parameters: Pick<PolybenchParameters, 'corpusStart'>,
): QuoteBounds {
  return {
    firstDay: dayOf(parameters.corpusStart),
    opensAt: candidate.row.opened_at ?? undefined,
    closesAt: candidate.closedAt,
  };
}

/** Days since 1970-01-01 of a day that a parameter check or a schema has accepted. */
export function dayOf(day: string): number {
  const number = numberOfDay(day);
  if (number === undefined) throw new RangeError(`${day} is no day`);
  return number;
}
