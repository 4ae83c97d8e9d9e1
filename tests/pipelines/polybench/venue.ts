import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Log } from '../../../common/effects.js';
import { nodeFiles } from '../../../common/node-files.js';
import { systemEffects } from '../../../common/system-effects.js';
import { formatInstant } from '../../../common/time.js';
import type { BuildContext } from '../../../pipelines/dataset.js';
import { gateParameters } from '../../../pipelines/parameters.js';
import { type PolybenchParameters, polybenchParameters } from '../../../pipelines/polybench/parameters.js';
import { type Answer, fakeUpstream, Status } from '../../sources/fake-upstream.js';
import { instant } from './listed.js';

const DAY = 86_400;

/** A market of the small venue: what the three hosts say about it. */
export interface VenueMarket {
  id: string;
  /** Changes of the listed record. */
  record?: object;
  /** YES and NO samples as [day of February 2026, seconds after midnight, price]. */
  yes?: [number, number, number][];
  no?: [number, number, number][];
  /** Trades as [seconds since 2026-02-01, size, price, side], newest first. */
  trades?: [number, number, number, 'yes' | 'no'][];
  /** Changes of single rows. */
  spoil?: Record<number, object>;
  /** The tape's answer instead of one made of `trades`. */
  tape?: unknown;
}

/** Unix seconds of a second of February 2026. */
function february(day: number, seconds = 0): number {
  return instant('2026-02-01T00:00:00Z') / 1e6 + (day - 1) * DAY + seconds;
}

export const yesToken = (id: string) => `1${id.padStart(76, '0')}`;
export const noToken = (id: string) => `2${id.padStart(76, '0')}`;
export const condition = (id: string) => `0x${id.padStart(64, '0')}`;

/** Open from 1 to 5 February, quoted .40 .50 .60 on the 2nd to 4th, 1,000 USD near each quote. */
export function ordinary(id: string, more: Partial<VenueMarket> = {}): VenueMarket {
  return {
    id,
    yes: [
      [2, 10, 0.4],
      [3, 20, 0.5],
      [4, 30, 0.6],
    ],
    trades: [
      [3 * DAY - 1, 2_000, 0.5, 'yes'],
      [2 * DAY - 1, 2_000, 0.5, 'no'],
      [DAY - 1, 2_500, 0.4, 'yes'],
    ],
    ...more,
  };
}

function record({ id, record: change }: VenueMarket): object {
  return {
    id,
    conditionId: condition(id),
    slug: `market-${id}`,
    question: `Will ${id} happen?`,
    description: null,
    closed: true,
    outcomes: '["Yes", "No"]',
    outcomePrices: '["0", "1"]',
    clobTokenIds: JSON.stringify([yesToken(id), noToken(id)]),
    closedTime: '2026-02-05 12:00:00+00',
    startDate: '2026-02-01T09:00:00.123456Z',
    endDate: '2026-02-10T00:00:00Z',
    volumeNum: 100,
    negRisk: false,
    events: [{ id: `e${id}` }],
    tags: [{ label: 'Weather' }, { label: 'Coast' }],
    ...change,
  };
}

function trades({ id, trades: rows = [], spoil = {}, tape }: VenueMarket): unknown {
  if (tape !== undefined) return tape;
  const data = rows.map(([second, size, price, side], index) => ({
    proxy_wallet: '0xwallet',
    name: 'a trader',
    token_id: side === 'yes' ? yesToken(id) : noToken(id),
    condition_id: condition(id),
    size,
    price,
    timestamp: february(1) + second,
    outcome_index: 999,
    ...spoil[index],
  }));
  return { data, pagination: { has_more: false, next_cursor: null } };
}

function prices(market: VenueMarket, query: Map<string, string>): unknown {
  const samples = query.get('market') === yesToken(market.id) ? market.yes : market.no;
  const history = (samples ?? []).map(([day, seconds, p]) => ({ t: february(day, seconds), p }));
  const within = (t: number) => t >= Number(query.get('startTs')) && t <= Number(query.get('endTs'));
  return { history: history.filter(({ t }) => within(t)) };
}

/** The answers of the three hosts; the listing holds further raw records at its end. */
export function venue(markets: readonly VenueMarket[], further: readonly unknown[] = []): Answer {
  return ({ source }, query) => {
    if (source === 'gamma') return { markets: [...markets.map(record), ...further] };
    const market = markets.find(({ id }) =>
      source === 'clob'
        ? [yesToken(id), noToken(id)].includes(query.get('market') ?? '')
        : condition(id) === query.get('condition'),
    );
    if (source === 'data' && !query.has('condition')) return new Status(400);
    if (market === undefined) return undefined;
    return source === 'clob' ? prices(market, query) : trades(market);
  };
}

const ROOT = mkdtempSync(join(tmpdir(), 'polybench-test-'));
afterAll(() => rmSync(ROOT, { recursive: true, force: true }));

/** A fresh directory that goes when the tests of the file are over. */
export function freshDir(): string {
  return mkdtempSync(join(ROOT, 'dir-'));
}

const quiet: Log = { info: () => undefined, warn: () => undefined, progress: () => undefined };

/** A build's context over a venue, with a directory of its own below the system's temporary directory. */
export function contextOver(
  answer: Answer,
  parameters: object = {},
  more: Partial<BuildContext<PolybenchParameters>> = {},
) {
  const { asOf = instant('2026-11-30T00:00:00Z') } = more;
  const { upstream, requests, tags } = fakeUpstream(answer, { asOf: formatInstant(asOf) });
  const context: BuildContext<PolybenchParameters> = {
    parameters: polybenchParameters.parse(parameters),
    asOf,
    upstream,
    files: nodeFiles,
    effects: systemEffects(),
    log: quiet,
    gates: gateParameters.parse({}),
    normalizedDir: freshDir(),
    jobs: 3,
    ...more,
  };
  return { context, requests, tags };
}

/** All items of a stream. */
export async function collect<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of stream) items.push(item);
  return items;
}
