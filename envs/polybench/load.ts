import { join } from 'node:path';
import { sha256OfJson } from '../../common/hash.js';
import { toMicros } from '../../common/micros.js';
import { numberOfDay } from '../../common/time.js';
import { isPresent, refuseFile } from '../../reader/access.js';
import { type Market as MarketFile, openDataset, openMarkets } from '../../reader/index.js';
import type { Market } from './market.js';
import { DEFAULT_RULES, type Rules } from './rules.js';

/** The markets that tasks are made of, and what their version says about the rules. */
export interface LoadedMarkets {
  version: string;
  markets: ReadonlyMap<string, readonly Market[]>;
  rules: Rules;
}

/** First resolution day of the split `test` (`polybench.testFrom`), for markets that come without splits. */
const TEST_FROM = '2026-06-01';

/**
 * The markets of a published version, or of a directory of single-market files. The reader checks each file and names
 * what is wrong. A directory without a manifest has no splits: they follow from the day on which the latest leg of each
 * event resolved, and its version is named after its content.
 */
export async function loadMarkets(path: string): Promise<LoadedMarkets> {
  await refuseFile(path, 'Name the directory of a version, of the dataset, or of single markets.');
  const isVersion = await anyPresent([join(path, 'manifest.json'), join(path, 'latest', 'manifest.json')]);
  return isVersion ? loadVersion(path) : loadDirectory(path);
}

async function anyPresent(paths: readonly string[]): Promise<boolean> {
  for (const path of paths) if (await isPresent(path)) return true;
  return false;
}

async function loadVersion(path: string): Promise<LoadedMarkets> {
  const dataset = await openDataset(path, { dataset: 'polybench' });
  const files = dataset.markets();
  const markets = new Map<string, Market[]>();
  for (const split of dataset.splits) {
    const ofSplit: Market[] = [];
    for await (const row of dataset.rows(split)) ofSplit.push(marketOf(await files.load(row.market_id)));
    markets.set(split, ofSplit);
  }
  return { version: dataset.version, markets, rules: rulesOf(dataset.manifest.parameters) };
}

/** The constants that the version was selected with. */
function rulesOf(parameters: Readonly<Record<string, unknown>>): Rules {
  const alpha = parameters['polybench.fillCapAlpha'];
  const bankroll = parameters['polybench.bankroll'];
  return {
    ...DEFAULT_RULES,
    ...(typeof alpha === 'number' ? { fillCapAlpha: alpha } : {}),
    ...(typeof bankroll === 'number' ? { bankrollMicros: toMicros(bankroll) } : {}),
  };
}

async function loadDirectory(dir: string): Promise<LoadedMarkets> {
  const files = await openMarkets({ dir });
  const records: MarketFile[] = [];
  for (const id of await files.ids()) records.push(await files.load(id));
  const latest = new Map<string, string>();
  for (const { event_id: event, resolution_date: day } of records) {
    const known = latest.get(event);
    if (known === undefined || known < day) latest.set(event, day);
  }
  const isTest = ({ event_id: event }: MarketFile) => (latest.get(event) ?? '') >= TEST_FROM;
  return {
    version: `files-${sha256OfJson(records).slice(0, 16)}`,
    markets: new Map([
      ['train', records.filter((record) => !isTest(record)).map(marketOf)],
      ['test', records.filter(isTest).map(marketOf)],
    ]),
    rules: DEFAULT_RULES,
  };
}

/** A published market in the units of the books. RangeError where a day is none. */
export function marketOf(record: MarketFile): Market {
  return {
    id: record.market_id,
    eventId: record.event_id,
    question: record.question,
    description: record.description,
    category: record.category,
    tags: record.tags,
    yesLabel: record.yes_label,
    openedAt: record.opened_at,
    endDate: record.end_date,
    windowStart: dayOf(record.window_start),
    points: record.history.map((point) => ({
      day: dayOf(point.date),
      priceMicros: toMicros(point.price),
      volumeMicros: toMicros(point.volume),
      liquidityMicros: toMicros(point.liquidity),
    })),
    future: {
      tradingEndsAt: record.trading_ends_at,
      resolutionDay: dayOf(record.resolution_date),
      outcome: record.outcome,
    },
  };
}

function dayOf(text: string): number {
  const day = numberOfDay(text);
  if (day === undefined) throw new RangeError(`${text} is no day`);
  return day;
}
