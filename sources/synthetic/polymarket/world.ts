import type { ServedSize, SyntheticSize } from '../part.js';
import { createRandom, type Random } from '../random.js';
import { background, criteria, inventPerson, inventPlace, yesNoQuestion } from '../text.js';
import { dayText, WORLD_NOW } from './calendar.js';
import { fixtureEvents } from './fixture/index.js';
import type { EventDraft, Market, MarketDraft, WorldEvent } from './model.js';
import { ordinaryEvent } from './ordinary.js';
import { split } from './tape.js';
import { TRAPS } from './traps/index.js';

/** Names an invented world. */
export interface WorldOptions {
  seed: number;
  size: SyntheticSize;
}

/** The invented Polymarket: everything that the three upstreams serve follows from it. */
export interface World {
  /** In the order of `ordinal`. */
  markets: readonly Market[];
  events: readonly WorldEvent[];
  byId: ReadonlyMap<string, Market>;
  byCondition: ReadonlyMap<string, Market>;
  byToken: ReadonlyMap<string, { market: Market; token: 'yes' | 'no' }>;
}

/** Markets by size, open ones and trap carriers included. */
const MARKET_COUNTS: Readonly<Record<ServedSize, number>> = {
  small: 150,
  full: 1_500,
  large: 3_000,
};
/** Taker rows of the large world, all tapes together. */
const LARGE_ROWS = 2_000_000;

const TAGS = ['Politics', 'Sports', 'Crypto', 'Weather', 'Culture', 'Science', 'Economy', 'Games'];

/** Makes the world; tapes and series are made when they are asked for. */
export function createWorld({ seed, size }: WorldOptions): World {
  const random = createRandom(`polymarket/${seed}`);
  const drafts = random.fork('order').shuffle(eventsOf(random, size));
  const events: WorldEvent[] = [];
  const markets: Market[] = [];
  for (const draft of size === 'large' ? scaled(drafts) : drafts) {
    const event = nameEvent(random.fork(`event/${events.length}`), draft, events.length);
    for (const leg of draft.legs) {
      const market = nameMarket(random.fork(`market/${markets.length}`), leg, event, markets.length);
      event.markets.push(market);
      markets.push(market);
    }
    events.push(event);
  }
  return {
    markets,
    events,
    byId: new Map(markets.map((market) => [market.id, market])),
    byCondition: new Map(markets.map((market) => [market.conditionId, market])),
    byToken: tokenIndex(markets),
  };
}

function eventsOf(random: Random, size: SyntheticSize): EventDraft[] {
  if (size === 'fixture') return fixtureEvents(random);
  return [...trapEvents(random, size), ...ordinaryEvents(random, size)];
}

function tokenIndex(markets: readonly Market[]): World['byToken'] {
  const index = new Map<string, { market: Market; token: 'yes' | 'no' }>();
  for (const market of markets) {
    index.set(market.yesToken, { market, token: 'yes' });
    index.set(market.noToken, { market, token: 'no' });
  }
  return index;
}

function trapEvents(random: Random, size: ServedSize): EventDraft[] {
  return TRAPS.flatMap((trap) =>
    Array.from({ length: trap.copies[size] }, (_, copy) =>
      trap.build({ random: random.fork(`trap/${trap.name}/${copy}`), copy }),
    ),
  );
}

/** As many events as fill the world; the last loses the legs that are too many. */
function ordinaryEvents(random: Random, size: ServedSize): EventDraft[] {
  let missing = MARKET_COUNTS[size] - countLegs(trapEvents(random, size));
  const events: EventDraft[] = [];
  while (missing > 0) {
    const event = ordinaryEvent(random.fork(`ordinary/${events.length}`));
    events.push({ ...event, legs: event.legs.slice(0, missing) });
    missing -= event.legs.length;
  }
  return events;
}

function countLegs(events: readonly EventDraft[]): number {
  return events.reduce((sum, { legs }) => sum + legs.length, 0);
}

/** The large world: ordinary tapes grow until all taker rows together are LARGE_ROWS. */
function scaled(events: readonly EventDraft[]): EventDraft[] {
  const isOrdinary = (leg: MarketDraft): boolean => leg.traps.length === 0;
  const legs = events.flatMap((event) => event.legs);
  const fixed = legs.reduce(
    (sum, leg) => sum + (isOrdinary(leg) ? 0 : leg.rows) + leg.extras.filter(isTaker).length,
    0,
  );
  const parts = split(
    LARGE_ROWS - fixed,
    legs.map((leg) => (isOrdinary(leg) ? leg.rows : 0)),
  );
  let at = 0;
  return events.map((event) => ({
    ...event,
    legs: event.legs.map((leg) => {
      const rows = parts[at++];
      return isOrdinary(leg) && rows !== undefined ? { ...leg, rows } : leg;
    }),
  }));
}

const isTaker = ({ role }: { role: string }): boolean => role === 'taker';

function nameEvent(random: Random, draft: EventDraft, ordinal: number): WorldEvent {
  const id = String(31_000 + ordinal * 7);
  return {
    id,
    slug: `event-${id}`,
    title: `${random.pick(['Election', 'Cup', 'Bulletin', 'Treaty', 'Launch'])} of ${inventPlace(random)}`,
    description: background(random, 2),
    negRisk: draft.negRisk,
    listed: draft.listed,
    patch: draft.patch,
    tags: draft.tagged ? inventTags(random) : [],
    markets: [],
  };
}

function inventTags(random: Random): [string, string][] {
  const first = random.int(0, TAGS.length - 1);
  const labels = [TAGS[first], TAGS[(first + random.int(1, TAGS.length - 1)) % TAGS.length]];
  return labels
    .slice(0, random.int(1, 2))
    .map((label) => [String(100 + TAGS.indexOf(String(label))), String(label)]);
}

function nameMarket(random: Random, draft: MarketDraft, event: WorldEvent, ordinal: number): Market {
  const id = draft.id ?? String(120_000 + ordinal * 601 + random.int(0, 600));
  const day = dayText(draft.closedAt ?? WORLD_NOW);
  const asked = event.negRisk
    ? `Will ${inventPerson(random)} come first in "${event.title}"?`
    : yesNoQuestion(random, day);
  const { conditionId = `0x${random.hex(64)}` } = draft.patch;
  return {
    ...draft,
    ordinal,
    id,
    conditionId: String(conditionId),
    yesToken: tokenId(random),
    noToken: tokenId(random),
    slug: `market-${id}`,
    question: draft.question ?? asked,
    description: `${background(random, 2)} ${criteria(random)}`,
    tapeName: draft.tapeName ?? `${random.hex(16)}/${id}`,
    event,
  };
}

/** 77 decimal digits: far above what a double or 64 bits hold. */
function tokenId(random: Random): string {
  return `${random.int(1, 9)}${Array.from({ length: 76 }, () => random.int(0, 9)).join('')}`;
}
