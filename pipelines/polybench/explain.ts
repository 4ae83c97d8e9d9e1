import type { ListingRow, Split } from '../../schemas/polybench.js';
import { TapeSource } from '../../sources/data-api.js';
import { printable } from '../../sources/http/excerpt.js';
import { bodyPathOf } from '../../sources/snapshots/paths.js';
import type { BuildContext } from '../dataset.js';
import { judge } from '../stages/rules.js';
import { type Candidate, candidateOf } from './candidate.js';
import { judgeEvents, type Leg, readEventRules } from './events.js';
import { daysText, eventText, figuresText, rulesText } from './explain-text.js';
import { clockOf, recordTag } from './finality.js';
import { type HarvestedMarket, HarvestTallies, harvestMarket } from './harvest.js';
import { listRules } from './list-rules.js';
import { type Listing, readListing } from './listing.js';
import { quoteRules, tapeRules } from './market-rules.js';
import type { PolybenchParameters } from './parameters.js';
import { publishedEvents } from './published.js';
import { type RuleReading, readRules } from './readings.js';
import { MALFORMED } from './rules.js';
import { tapesDir } from './tape-store.js';
import { survivorOf } from './verdicts.js';

type Context = BuildContext<PolybenchParameters>;

/**
 * The evidence of one market as text: where its raw responses are, each rule's verdict, each day's quote with what
 * traded inside and outside the band, and the figures with their formula. Undefined for an id that was not listed.
 */
export async function explainPolybench(id: string, context: Context): Promise<string | undefined> {
  const listing = await readListing(context);
  const entry = await find(listing, id);
  if (entry === undefined) return undefined;
  const lines =
    'malformed' in entry
      ? [`market ${id}: dropped by ${MALFORMED}: ${entry.malformed.detail}`]
      : await explainRow(entry.row, listing, context);
  return `${lines.map(printable).join('\n')}\n`;
}

async function find(listing: Listing, id: string) {
  for await (const entry of listing.entries()) {
    const own = 'row' in entry ? entry.row.market_id : entry.malformed.id;
    if (own === id) return entry;
  }
  return undefined;
}

async function explainRow(row: ListingRow, listing: Listing, context: Context): Promise<string[]> {
  const head = [
    `market ${row.market_id}: ${row.question}`,
    `listed in ${bodyLine(row.page_sha256)} at /markets/${row.page_index}`,
  ];
  const listed = readRules(listRules, row, context);
  if (droppedBy(listed) !== undefined) return [...head, verdictText(listed), ...rulesText(listed)];
  await context.files.mkdir(tapesDir(context.normalizedDir));
  const harvester = new Harvester(context, listing);
  const market = await harvester.harvest(candidateOf(row));
  const legs = market.drop === undefined ? await harvester.legs(market.candidate) : [];
  const published = await publishedEvents(context.previous);
  const readings = [
    ...listed,
    ...readMarketRules(market, context.parameters),
    ...(legs.length === 0 ? [] : readEventRules(row.market_id, legs, published, context.parameters)),
  ];
  const verdict = judgeEvents(legs, published, context.parameters).get(row.market_id);
  return [
    ...head,
    verdictText(readings, verdict !== undefined && 'split' in verdict ? verdict.split : undefined),
    ...rulesText(readings),
    ...responses(market),
    ...daysText(market),
    ...figuresText(market, context.parameters),
    ...eventText(legs, market.candidate.eventId),
  ];
}

function readMarketRules(market: HarvestedMarket, parameters: PolybenchParameters): RuleReading[] {
  const { candidate, prices, tape } = market;
  const { resolutionDay } = candidate;
  return [
    ...readRules(quoteRules, { resolutionDay, ...prices }, parameters),
    ...(tape === undefined ? [] : readRules(tapeRules, { resolutionDay, ...tape }, parameters)),
  ];
}

function droppedBy(readings: readonly RuleReading[]): RuleReading | undefined {
  return readings.find(({ detail }) => detail !== undefined);
}

function verdictText(readings: readonly RuleReading[], split?: Split): string {
  const drop = droppedBy(readings);
  return drop === undefined ? `kept in ${split}` : `dropped by ${drop.rule}: ${drop.detail}`;
}

/** Where a body is below the snapshots directory, and its hash. */
function bodyLine(sha256: string): string {
  return `${bodyPathOf('snapshots', sha256, 'gzip')} (sha256 ${sha256})`;
}

function responses({ prices, tape }: HarvestedMarket): string[] {
  return [
    '',
    'raw responses:',
    ...prices.answers.map(
      ({ token, window, sha256 }) =>
        `  ${token} prices ${window.start}..${window.end}: ${bodyLine(sha256)} at /history`,
    ),
    ...(tape?.walk?.pages ?? []).map(
      ({ sha256, count }, index) => `  trades page ${index + 1}, ${count} rows: ${bodyLine(sha256)} at /data`,
    ),
  ];
}

/** Harvests single markets again, from what is stored. */
class Harvester {
  readonly #tallies = new HarvestTallies();
  readonly #tapes: TapeSource;
  readonly #clock: number;

  constructor(
    private readonly context: Context,
    private readonly listing: Listing,
  ) {
    this.#tapes = new TapeSource(context.upstream, listing.walk.asOf);
    this.#clock = clockOf(listing.walk);
  }

  harvest(candidate: Candidate): Promise<HarvestedMarket> {
    const tag = recordTag(candidate.closedAt, this.#clock);
    return harvestMarket(candidate, { ...this.context, tag, tapes: this.#tapes }, this.#tallies);
  }

  /** All legs of the market's event that reach the rules over events. */
  async legs({ eventId }: Candidate): Promise<Leg[]> {
    const legs: Leg[] = [];
    for await (const entry of this.listing.entries()) {
      if (!('row' in entry) || judge(listRules, entry.row, this.context) !== undefined) continue;
      const candidate = candidateOf(entry.row);
      if (candidate.eventId !== eventId) continue;
      const { leg } = survivorOf(await this.harvest(candidate), this.context.parameters);
      if (leg !== undefined) legs.push(leg);
    }
    return legs;
  }
}
