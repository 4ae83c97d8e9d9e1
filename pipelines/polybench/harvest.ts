import { sha256OfJson } from '../../common/hash.js';
import type { Walk } from '../../sources/types.js';
import { judge } from '../stages/rules.js';
import type { Candidate } from './candidate.js';
import { DriftTally } from './drift.js';
import type { DayFlow } from './flow.js';
import { quoteRules, tapeRules } from './market-rules.js';
import { type HarvestedQuotes, harvestQuotes } from './prices.js';
import { type HarvestedTape, harvestTape, type TapeContext, type TapeOwner } from './tape.js';

/** A market after the rules over prices and tape: dropped by one of them, or with its days. */
export interface HarvestedMarket {
  candidate: Candidate;
  prices: HarvestedQuotes;
  /** Absent where the rules over prices dropped the market: no tape is fetched then. */
  tape?: HarvestedTape;
  drop?: { rule: string; detail: string };
  /** Hash of everything that the verdict rests on. */
  evidence: string;
}

/** Malformed records that spoil their own market alone, however small the harvest is. */
const ODD_RECORDS = 5;

/** Counts of what drifted over a whole harvest. */
export class HarvestTallies {
  readonly prices = new DriftTally('clob', 'price histories', ODD_RECORDS);
  readonly tapes = new DriftTally('data', 'tapes', ODD_RECORDS);
  readonly trades = new DriftTally('data', 'trades', ODD_RECORDS);

  /** As `settle`, for kinds that have enough records to tell before the end. */
  check(): void {
    for (const tally of [this.prices, this.tapes, this.trades]) tally.check();
  }

  /** SchemaDriftError where more than 1 % of one kind are malformed. */
  settle(): void {
    for (const tally of [this.prices, this.tapes, this.trades]) tally.settle();
  }
}

/** Prices first; the tape only where they do not drop the market. */
export async function harvestMarket(
  candidate: Candidate,
  context: TapeContext,
  tallies: HarvestTallies,
): Promise<HarvestedMarket> {
  const { parameters } = context;
  const { resolutionDay } = candidate;
  const prices = await harvestQuotes(candidate, context, tallies.prices);
  const quoted = judge(quoteRules, { resolutionDay, ...prices }, parameters);
  if (quoted !== undefined)
    return { candidate, prices, drop: quoted, evidence: evidenceOf(candidate, prices) };
  const tape = await harvestTape(ownerOf(candidate), prices.quotes, context, tallies);
  const drop = judge(tapeRules, { resolutionDay, ...tape }, parameters);
  const evidence = evidenceOf(candidate, prices, tape);
  return { candidate, prices, tape, evidence, ...(drop === undefined ? {} : { drop }) };
}

/** Days with flow; none where the market was dropped before its tape was read. */
export function daysOf({ tape }: Pick<HarvestedMarket, 'tape'>): readonly DayFlow[] {
  return tape === undefined ? [] : tape.days;
}

/** The tape's market, as its rows name it. */
function ownerOf(candidate: Candidate): TapeOwner {
  return {
    conditionId: candidate.row.condition_id,
    yesToken: candidate.yesToken,
    noToken: candidate.noToken,
  };
}

function evidenceOf(candidate: Candidate, prices: HarvestedQuotes, tape?: HarvestedTape): string {
  return sha256OfJson({
    record: candidate.row.record_sha256,
    prices: prices.answers.map((answer) => answer.sha256),
    tape: tape?.sha256 ?? pagesOf(tape?.walk),
  });
}

function pagesOf(walk: Walk | undefined): string[] | undefined {
  return walk?.pages.map((page) => page.sha256);
}
