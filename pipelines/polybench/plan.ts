import { z } from 'zod';
import { formatInstant, type InstantMicros, MICROS_PER_SECOND, SECONDS_PER_DAY } from '../../common/time.js';
import type { BuildContext, PlanEstimate } from '../dataset.js';
import { dayOf } from './candidate.js';
import type { CostFigures, HarvestCost } from './cost.js';
import { type Listing, listedFrom } from './listing.js';
import type { PolybenchParameters } from './parameters.js';

type Context = BuildContext<PolybenchParameters>;

const DAY = SECONDS_PER_DAY * MICROS_PER_SECOND;

/** Mean bytes of a listed market with tags and of a trade row, as measured on recorded answers. */
const BYTES = { page: 370_000, priceAnswer: 600, tradeRow: 640 };

const figures = z.strictObject({
  markets: z.int(),
  tapes: z.int(),
  priceRequests: z.int(),
  priceBytes: z.int(),
  tapePages: z.int(),
  tapeRows: z.int(),
  newest: z.int(),
});

const remembered = z.strictObject({
  as_of: z.int(),
  listing_pages: z.int(),
  final: figures,
  open: figures,
});
type Remembered = z.infer<typeof remembered>;

function costPath(context: Context): string {
  return `${context.normalizedDir}/cost.json`;
}

/** Keeps what a build rested on, for later plans. */
export async function rememberCost(context: Context, listing: Listing, cost: HarvestCost): Promise<void> {
  const record: Remembered = {
    as_of: context.asOf,
    listing_pages: listing.walk.pages.length,
    final: cost.final,
    open: cost.open,
  };
  await context.files.writeAtomic(costPath(context), JSON.stringify(record));
}

/** Requests of the next build as ranges, from what the last one rested on; nothing is asked. */
export async function planPolybench(context: Context): Promise<PlanEstimate[]> {
  const path = costPath(context);
  if (!(await context.files.exists(path))) return firstBuild(context);
  const last = remembered.safeParse(JSON.parse((await context.files.read(path)).toString()));
  return last.success ? nextBuild(last.data, context) : firstBuild(context);
}

function daysBetween(from: InstantMicros, to: InstantMicros): number {
  return Math.max(0, (to - from) / DAY);
}

/**
 * The listing is walked again. Of the markets, new ones are fetched at up to twice the pace of the last build, and those
 * that were not final yet may be looked at again.
 */
function nextBuild(last: Remembered, context: Context): PlanEstimate[] {
  const basis = `the build of ${formatInstant(last.as_of)}`;
  const passed = daysBetween(last.as_of, context.asOf);
  if (passed === 0)
    return estimates(
      { gamma: [0, 0], clob: [0, 0], data: [0, 0] },
      BYTES.tradeRow,
      `${basis}, whose answers are all stored`,
    );
  const listed = Math.max(1, daysBetween(dayInstant(listedFrom(context.parameters)), last.as_of));
  const corpusEnd = dayInstant(context.parameters.corpusEnd) + DAY;
  const corpus = Math.max(
    1,
    daysBetween(dayInstant(context.parameters.corpusStart), Math.min(last.as_of, corpusEnd)),
  );
  const fresh = daysBetween(last.as_of, Math.min(context.asOf, corpusEnd)) / corpus;
  const growth = Math.ceil((last.listing_pages * passed) / listed);
  const range = (pick: (cost: CostFigures) => number): [number, number] => {
    const all = pick(last.final) + pick(last.open);
    return [0, Math.ceil(pick(last.open) + 2 * fresh * all)];
  };
  const rows = last.final.tapeRows + last.open.tapeRows;
  const pages = last.final.tapePages + last.open.tapePages;
  return estimates(
    {
      gamma: [last.listing_pages, last.listing_pages + 2 * growth],
      clob: range((cost) => cost.priceRequests),
      data: range((cost) => cost.tapePages),
    },
    pages === 0 ? BYTES.tradeRow : (rows / pages) * BYTES.tradeRow,
    basis,
  );
}

/** Rough figures of the whole venue in 2026, per day of the listing and of the corpus. */
const VENUE = {
  listingPages: [10, 100],
  priceRequests: [300, 3_000],
  tapePages: [300, 6_000],
} as const;

function firstBuild(context: Context): PlanEstimate[] {
  const { parameters, asOf } = context;
  const end = Math.min(asOf, dayInstant(parameters.corpusEnd));
  const listed = Math.ceil(daysBetween(dayInstant(listedFrom(parameters)), asOf));
  const corpus = Math.ceil(daysBetween(dayInstant(parameters.corpusStart), end));
  const times = (days: number, [low, high]: readonly [number, number]): [number, number] => [
    days * low,
    days * high,
  ];
  return estimates(
    {
      gamma: times(listed, VENUE.listingPages),
      clob: times(corpus, VENUE.priceRequests),
      data: times(corpus, VENUE.tapePages),
    },
    200 * BYTES.tradeRow,
    'no build yet: rough figures of the venue',
  );
}

function dayInstant(day: string): InstantMicros {
  return dayOf(day) * DAY;
}

type Range = [number, number];

function estimates(
  requests: { gamma: Range; clob: Range; data: Range },
  bytesPerTapePage: number,
  basis: string,
): PlanEstimate[] {
  const bytes = { gamma: BYTES.page, clob: BYTES.priceAnswer, data: bytesPerTapePage };
  return (['gamma', 'clob', 'data'] as const).map((source) => ({
    source,
    requests: requests[source],
    bytes: requests[source].map((count) => Math.round(count * bytes[source])) as Range,
    basis,
  }));
}
