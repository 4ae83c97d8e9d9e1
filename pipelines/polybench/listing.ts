import { z } from 'zod';
import { UpstreamError } from '../../common/errors.js';
import { sha256 } from '../../common/hash.js';
import { compareIds } from '../../common/order.js';
import { dayOfNumber, type UtcDay } from '../../common/time.js';
import { type ListingRow, listingTable } from '../../schemas/polybench.js';
import type { Row } from '../../schemas/table.js';
import { closedMarketsWalk, listedRecords } from '../../sources/gamma.js';
import type { Walk } from '../../sources/types.js';
import { walkHash } from '../../sources/upstream.js';
import type { BuildContext } from '../dataset.js';
import { readNormalized, writeNormalized } from '../io/normalized.js';
import { dayOf } from './candidate.js';
import { DriftTally } from './drift.js';
import { listingRow } from './listing-row.js';
import type { PolybenchParameters } from './parameters.js';

type Context = BuildContext<PolybenchParameters>;

/** Raised when the columns of the listing or their meaning change. */
const FORMAT = 1;

const malformedRecord = z.strictObject({ id: z.string(), detail: z.string() });

/** What the listing on disk was made from. */
const marker = z.strictObject({
  format: z.literal(FORMAT),
  walk_sha256: z.string(),
  records: z.int(),
  malformed: z.array(malformedRecord),
});

/** One candidate: a typed record, or one that does not have the known shape. */
type ListingEntry = { row: ListingRow } | { malformed: z.infer<typeof malformedRecord> };

/** All closed markets of a listing walk. */
export interface Listing {
  walk: Walk;
  /** Every candidate once, in the order of ids; may be read more than once. */
  entries(): AsyncGenerator<ListingEntry>;
}

/** The first scheduled end that is listed: markets close before and after it (rule book 6.1). */
export function listedFrom(parameters: PolybenchParameters): UtcDay {
  return dayOfNumber(dayOf(parameters.corpusStart) - parameters.listingSlackDays);
}

/**
 * Walks the listing and keeps it typed and sorted on disk, which is done once for each walk.
 * UpstreamError where the walk did not end; SchemaDriftError where more than 1 % of the records are malformed.
 */
export async function readListing(context: Context): Promise<Listing> {
  const walk = await context.upstream.walk('gamma', closedMarketsWalk(listedFrom(context.parameters)));
  if (walk.status !== 'complete')
    throw new UpstreamError(
      `the listing of closed markets is not complete: ${walk.reason ?? walk.status}`,
      'Nothing is published from half a listing: run the command again later.',
    );
  const stored = await storedMarker(context);
  const hash = walkHash(walk);
  const { malformed } = stored?.walk_sha256 === hash ? stored : await normalize(context, walk, hash);
  return {
    walk,
    entries: () => merge(withoutRepeats(storedRows(context)), malformed),
  };
}

/** The typed records on disk, sorted; repeats are left in. */
function storedRows(context: Context): AsyncIterable<ListingRow> {
  const rows = readNormalized(context.files, rowsDir(context), listingTable, byMarketId);
  return rows as AsyncIterable<ListingRow>;
}

/** Order of everything that is kept by market. */
export function byMarketId(a: Row, b: Row): number {
  return compareIds(String(a.market_id), String(b.market_id));
}

function rowsDir(context: Context): string {
  return `${context.normalizedDir}/listing`;
}

function markerPath(context: Context): string {
  return `${context.normalizedDir}/listing.json`;
}

async function storedMarker(context: Context): Promise<z.infer<typeof marker> | undefined> {
  if (!(await context.files.exists(markerPath(context)))) return undefined;
  const parsed = marker.safeParse(JSON.parse((await context.files.read(markerPath(context))).toString()));
  return parsed.success ? parsed.data : undefined;
}

async function normalize(context: Context, walk: Walk, hash: string): Promise<z.infer<typeof marker>> {
  await context.files.remove(markerPath(context));
  const reading = new ListingReading(context, walk);
  await writeNormalized(context.files, rowsDir(context), listingTable, reading.rows(), byMarketId);
  const made = { format: FORMAT, walk_sha256: hash, ...reading.finish() } as const;
  await context.files.writeAtomic(markerPath(context), JSON.stringify(made));
  return made;
}

/** One pass over a walk's records. */
class ListingReading {
  readonly #malformed = new Map<string, string>();
  readonly #tally = new DriftTally('gamma', 'markets');
  #records = 0;

  constructor(
    private readonly context: Context,
    private readonly walk: Walk,
  ) {}

  async *rows(): AsyncGenerator<ListingRow> {
    for await (const record of listedRecords(this.context.upstream, this.walk)) {
      this.#records += 1;
      this.#tally.count(1);
      if ('listed' in record) yield listingRow(record.listed);
      else {
        const { id, field, detail } = record.malformed;
        this.#malformed.set(id, `${field}: ${detail}`);
        this.#tally.malformed(field);
        this.#tally.check();
      }
    }
  }

  finish(): { records: number; malformed: { id: string; detail: string }[] } {
    this.#tally.settle();
    const malformed = [...this.#malformed].map(([id, detail]) => ({ id, detail }));
    return { records: this.#records, malformed: malformed.sort((a, b) => compareIds(a.id, b.id)) };
  }
}

async function* withoutRepeats(rows: AsyncIterable<ListingRow>): AsyncGenerator<ListingRow> {
  let last: string | undefined;
  for await (const row of rows) {
    if (row.market_id !== last) yield row;
    last = row.market_id;
  }
}

/** Both kinds in the order of ids; a malformed copy of a market that is also listed well is left out. */
async function* merge(
  rows: AsyncIterable<ListingRow>,
  malformed: readonly { id: string; detail: string }[],
): AsyncGenerator<ListingEntry> {
  let at = 0;
  for await (const row of rows) {
    for (let next = malformed[at]; next && compareIds(next.id, row.market_id) <= 0; next = malformed[++at])
      if (next.id !== row.market_id) yield { malformed: next };
    yield { row };
  }
  for (const rest of malformed.slice(at)) yield { malformed: rest };
}

/** Hash of what a malformed record's verdict rests on. */
export function malformedEvidence(malformed: { id: string; detail: string }): string {
  return sha256(`${malformed.id}\n${malformed.detail}`);
}
