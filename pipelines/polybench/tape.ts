import type { Files } from '../../common/files.js';
import { sha256 } from '../../common/hash.js';
import { type Micros, toMicros } from '../../common/micros.js';
import type { WireTrade } from '../../schemas/wire/data-api.js';
import { isGone, type Tape, type TapeSource, tapePages } from '../../sources/data-api.js';
import { SchemaDriftError } from '../../sources/http/errors.js';
import { OutOfOrderError } from '../../sources/repeats.js';
import type { Walk } from '../../sources/types.js';
import type { DriftTally } from './drift.js';
import { cashMicros, type DayFlow, FlowSums, yesPriceMicros } from './flow.js';
import type { HarvestContext } from './prices.js';
import type { Quote } from './quotes.js';
import { emptyBatch, type TapeBatch } from './tape-batch.js';
import { storedTape, TapeWriter } from './tape-store.js';

/** Timestamps outside are no seconds since 1970: 2014 to 2038. */
const PLAUSIBLE = { from: 1_400_000_000, to: 2_147_483_647 };

/** Of a combo's condition id, which is told apart by it before any other check. */
const COMBO_LENGTH = 64;

/** The market that a tape belongs to. */
export interface TapeOwner {
  conditionId: string;
  yesToken: string;
  noToken: string;
}

/** What a tape harvest works with. */
export interface TapeContext extends HarvestContext {
  files: Files;
  normalizedDir: string;
  tapes: TapeSource;
}

/** A tape that was summed up, or why it cannot be used. */
export interface HarvestedTape {
  /** Absent where a page's envelope drifted. */
  walk?: Walk;
  /** Trades that were counted. */
  rows: number;
  /** Hash over the trades; absent where the tape has a flaw. */
  sha256?: string;
  flaw?: string;
  /** The points with their flow; none where the tape has a flaw. */
  days: DayFlow[];
  /** Cash of trades whose next midnight has no quote. */
  unattributedMicros: Micros;
}

/** Counts what drifted, over all markets of a harvest. */
export interface TapeTallies {
  tapes: DriftTally;
  trades: DriftTally;
}

const NOTHING = { rows: 0, days: [], unattributedMicros: 0 };

/** A row that does not belong into the tape, or cannot be true. */
class TapeFlaw extends Error {}

/**
 * Fetches a market's tape and sums its trades up into the days of the quotes, page by page. A tape that does not end, holds a row of
 * another market or token, or a value that cannot be, has a flaw: nothing of it is used.
 */
export async function harvestTape(
  owner: TapeOwner,
  quotes: readonly Quote[],
  context: TapeContext,
  tallies: TapeTallies,
): Promise<HarvestedTape> {
  tallies.tapes.count(1);
  let tape: Tape | undefined;
  try {
    tape = await context.tapes.walk(owner.conditionId, context.tag);
    const { walk } = tape;
    if (walk.status !== 'complete')
      return { ...NOTHING, walk, flaw: `tape ${walk.status}: ${walk.reason ?? 'no reason was given'}` };
    const sums = new FlowSums(quotes, toMicros(context.parameters.liquidityBand));
    const { rows, sha256 } = await readTape(owner, tape, sums, context, tallies.trades);
    return { walk, rows, sha256, days: sums.days(), unattributedMicros: sums.unattributedMicros };
  } catch (error) {
    const flaw = flawFrom(error);
    if (flaw === undefined) throw error;
    if (error instanceof SchemaDriftError) tallies.tapes.malformed(error.field);
    return { ...NOTHING, ...(tape === undefined ? {} : { walk: tape.walk }), flaw };
  }
}

/** The message of an error that spoils one tape alone. */
function flawFrom(error: unknown): string | undefined {
  if (error instanceof SchemaDriftError || isGone(error)) return error.message;
  const spoils = error instanceof TapeFlaw || error instanceof OutOfOrderError || error instanceof RangeError;
  return spoils ? error.message : undefined;
}

async function readTape(
  owner: TapeOwner,
  tape: Tape,
  sums: FlowSums,
  context: TapeContext,
  tally: DriftTally,
): Promise<{ rows: number; sha256: string }> {
  const key = keyOf(owner, tape.walk);
  const stored = await storedTape(context.files, context.normalizedDir, owner.conditionId, key);
  if (stored !== undefined) {
    for await (const batch of stored.batches()) sums.add(batch);
    tally.count(stored.rows);
    return stored;
  }
  const writer = new TapeWriter(context.files, context.normalizedDir, owner.conditionId, key);
  for await (const page of tapePages(context.upstream, tape)) {
    tally.count(page.trades.length + page.drifts.length);
    for (const { field } of page.drifts) tally.malformed(field);
    const [drift] = page.drifts;
    if (drift !== undefined) throw new TapeFlaw(`a trade whose ${drift.field} ${drift.detail}`);
    const batch = batchOf(
      page.trades.filter((trade) => !isCombo(trade)),
      owner,
    );
    sums.add(batch);
    await writer.add(batch);
  }
  return writer.close();
}

/** Names everything that the stored trades follow from. */
function keyOf(owner: TapeOwner, walk: Walk): string {
  return sha256([owner.yesToken, owner.noToken, ...walk.pages.map((page) => page.sha256)].join('\n'));
}

/**
 * A combo trades several markets at once under a condition id of 62 hex digits instead of 64. It is no trade of this
 * market, nor of another one that the host mixed in, so it is passed over (Data API v2).
 */
function isCombo({ condition }: WireTrade): boolean {
  return condition.length === COMBO_LENGTH && /^0x[0-9a-f]{62}$/i.test(condition);
}

/** Checks a page's trades and maps them to YES prices and cash. */
function batchOf(trades: readonly WireTrade[], owner: TapeOwner): TapeBatch {
  const batch = emptyBatch(trades.length);
  let index = 0;
  for (const trade of trades) {
    const flaw = flawOf(trade, owner);
    if (flaw !== undefined) throw new TapeFlaw(flaw);
    batch.seconds[index] = trade.timestamp;
    batch.yesMicros[index] = yesPriceMicros(trade.price, trade.token === owner.yesToken);
    batch.cashMicros[index] = BigInt(cashMicros(trade.size, trade.price));
    index += 1;
  }
  return batch;
}

function flawOf(trade: WireTrade, owner: TapeOwner): string | undefined {
  const { condition } = trade;
  if (condition !== owner.conditionId && condition.toLowerCase() !== owner.conditionId.toLowerCase())
    return `a trade of another market: ${condition}`;
  if (trade.token !== owner.yesToken && trade.token !== owner.noToken)
    return `a trade of a token that is neither side: ${trade.token}`;
  if (!(trade.price >= 0 && trade.price <= 1)) return `a trade at a price of ${trade.price}`;
  if (!(trade.size >= 0)) return `a trade of ${trade.size} shares`;
  const isDated = trade.timestamp >= PLAUSIBLE.from && trade.timestamp <= PLAUSIBLE.to;
  return isDated ? undefined : `a trade at second ${trade.timestamp}`;
}
