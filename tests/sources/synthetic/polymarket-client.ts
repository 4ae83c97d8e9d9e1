import type { SyntheticPart, SyntheticRequest, SyntheticResponse } from '../../../sources/synthetic/part.js';
import {
  createWorld,
  polymarketPartsOf,
  type World,
  type WorldOptions,
} from '../../../sources/synthetic/polymarket/index.js';
import type { SourceName } from '../../../sources/types.js';

export type Query = Record<string, string | readonly string[]>;
export type Fault = NonNullable<SyntheticRequest['fault']>;

export interface Client {
  world: World;
  ask(source: SourceName, path: string, query?: Query, fault?: Fault, agent?: string): SyntheticResponse;
  /** The parsed body of an answer with status 200. */
  body<T>(source: SourceName, path: string, query?: Query, fault?: Fault): T;
}

/** A client of the three parts without a server between. */
export function createClient(options: WorldOptions): Client {
  const world = createWorld(options);
  const parts = polymarketPartsOf(world);
  const ask: Client['ask'] = (source, path, query = {}, fault, agent = 'test/1') =>
    partOf(parts, source).handle({
      method: 'GET',
      segments: path.split('/'),
      query: new URLSearchParams(
        Object.entries(query).flatMap(([name, value]) =>
          (typeof value === 'string' ? [value] : value).map((each): [string, string] => [name, each]),
        ),
      ),
      headers: { 'user-agent': agent },
      origin: 'http://synthetic',
      ...(fault ? { fault } : {}),
    });
  return {
    world,
    ask,
    body: (source, path, query, fault) => {
      const answer = ask(source, path, query, fault);
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.body}`);
      return JSON.parse(String(answer.body));
    },
  };
}

function partOf(parts: readonly SyntheticPart[], source: SourceName): SyntheticPart {
  const part = parts.find(({ prefix }) => prefix === source);
  if (part === undefined) throw new Error(`no part for ${source}`);
  return part;
}

export interface TradePage {
  data: Record<string, unknown>[];
  pagination: { limit: number; offset: number; has_more: boolean; next_cursor: string | null };
}

/** Raw bodies of a v2 walk until `next_cursor` is null; an error where it does not end. */
export function walkTape(client: Client, condition: string, query: Query = {}): string[] {
  const bodies: string[] = [];
  let cursor: string | null = null;
  do {
    const more: Query = cursor === null ? {} : { cursor };
    const answer = client.ask('data', 'v2/trades', { condition, limit: '1000', ...query, ...more });
    bodies.push(String(answer.body));
    const page: TradePage = JSON.parse(String(answer.body));
    cursor = page.pagination.next_cursor;
    if (bodies.length > 100) throw new Error('the walk does not end');
  } while (cursor !== null);
  return bodies;
}

/** The market that carries a trap, and is no companion in its event. */
export function carrier(world: World, name: string) {
  const market = world.markets.find(({ traps }) => traps.includes(name));
  if (market === undefined) throw new Error(`no market carries ${name}`);
  return market;
}
