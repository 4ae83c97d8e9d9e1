import { blankText, dayText, isoText, WORLD_NOW } from './calendar.js';
import { jsonList } from './draft.js';
import type { Market, WorldEvent } from './model.js';
import { lastSecond, midpointAt } from './series.js';
import { volumeNumMicros } from './truth.js';

/** A JSON object as it goes over the wire. */
export type Wire = Record<string, unknown>;

const UNIT = 1_000_000;
const HOUR = 3_600;
/** endDate minus closedTime in hours, as spread as it really is. */
const END_DATE_LAG = [-3, -160, 2, 20, -14, 240, -600, 0];

/** The Gamma record of a market, with its event and, where asked for, its tags as the last key. */
export function marketRecord(market: Market, withTags: boolean): Wire {
  const events = market.event.listed ? { events: [eventSummary(market.event)] } : {};
  const record = { ...ownFields(market), ...events, ...market.patch };
  return withoutAbsent({ ...record, ...(withTags ? tagField(market.event) : {}) });
}

/** The record without its event, tags and what a trap changes. */
function ownFields(market: Market): Wire {
  return {
    ...nameFields(market),
    ...outcomeFields(market),
    ...dateFields(market),
    ...volumeFields(market),
    ...flagFields(market),
  };
}

function withoutAbsent(record: Wire): Wire {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

function nameFields(market: Market): Wire {
  return {
    id: market.id,
    question: market.question,
    conditionId: market.conditionId,
    slug: market.slug,
    resolutionSource: '',
    image: '',
    icon: '',
    description: market.description,
    questionID: `0x${market.conditionId.slice(2).split('').reverse().join('')}`,
    marketMakerAddress: '',
    submitted_by: `0x${'1'.padStart(40, '0')}`,
    resolvedBy: `0x${'2'.padStart(40, '0')}`,
    groupItemTitle: market.event.markets.length > 1 ? `Leg ${market.event.markets.indexOf(market) + 1}` : '',
    groupItemThreshold: '0',
  };
}

function outcomeFields(market: Market): Wire {
  const won = market.winner === 'YES' ? ['1', '0'] : ['0', '1'];
  const yes = midpointAt(market, WORLD_NOW - 1);
  const live = [yes / UNIT, (UNIT - yes) / UNIT].map(String);
  const isOpen = market.closedAt === null;
  return {
    outcomes: jsonList(market.labels ?? ['Yes', 'No']),
    outcomePrices: jsonList(isOpen ? live : won),
    clobTokenIds: jsonList([market.yesToken, market.noToken]),
    ...(isOpen ? {} : { umaResolutionStatus: 'resolved' }),
    umaResolutionStatuses: ['["proposed"]', '[]', '["proposed", "resolved"]'][market.ordinal % 3],
    lastTradePrice: isOpen ? yes / UNIT : Number(won[0]),
    bestAsk: isOpen ? (yes + 5_000) / UNIT : 0.001,
    ...(market.ordinal % 2 === 0 ? { bestBid: isOpen ? (yes - 5_000) / UNIT : 0 } : {}),
    spread: isOpen ? 0.01 : 0.001,
    orderPriceMinTickSize: market.ordinal % 4 === 0 ? 0.001 : 0.01,
    orderMinSize: 5,
    umaBond: '500',
    umaReward: '2',
  };
}

function dateFields(market: Market): Wire {
  const end = endSecond(market);
  const closed = market.closedAt;
  const micros = (market.ordinal * 7_919) % UNIT;
  return {
    startDate: isoText(market.openedAt, micros),
    endDate: isoText(end),
    createdAt: isoText(market.openedAt - 60, micros),
    updatedAt: isoText(lastSecond(market) + HOUR, micros),
    startDateIso: dayText(market.openedAt),
    endDateIso: dayText(end),
    ...(closed === null ? {} : { closedTime: blankText(closed), umaEndDate: isoText(closed) }),
    ...(market.ordinal % 2 === 0 ? { gameStartTime: blankText(end - 2 * HOUR) } : {}),
    acceptingOrdersTimestamp: isoText(market.openedAt + 5),
  };
}

/** The scheduled end, hours or weeks from the real one; never before the market opened. */
function endSecond(market: Market): number {
  const lag = END_DATE_LAG[market.ordinal % END_DATE_LAG.length] ?? 0;
  return Math.max(market.openedAt + HOUR, lastSecond(market) + lag * HOUR);
}

/** `volume` is text, `volumeNum` an integer or a float. */
function volumeFields(market: Market): Wire {
  const volume = volumeNumMicros(market) / UNIT;
  return {
    volume: volume.toFixed(6),
    volumeNum: volume,
    volumeClob: volume,
    volume1yr: volume,
    ...(market.closedAt === null
      ? { liquidity: '1250.5', liquidityNum: 1250.5, volume24hr: volume / 50 }
      : {}),
  };
}

function flagFields(market: Market): Wire {
  const closed = market.closedAt !== null;
  return {
    active: true,
    closed,
    archived: false,
    new: false,
    featured: false,
    restricted: true,
    ready: false,
    funded: false,
    cyom: false,
    approved: true,
    enableOrderBook: true,
    hasReviewedDates: true,
    acceptingOrders: !closed,
    automaticallyResolved: true,
    automaticallyActive: true,
    negRisk: market.event.negRisk,
    ...(market.event.negRisk ? { negRiskMarketID: `0x${market.event.id.padStart(64, 'e')}` } : {}),
    negRiskOther: false,
    rewardsMinSize: 0,
    rewardsMaxSpread: 0,
    customLiveness: 0,
    feesEnabled: market.ordinal % 5 === 0,
    rfqEnabled: false,
    ...(market.ordinal % 7 === 0 ? { version: 'v1', feeType: null } : {}),
  };
}

/** The event without its markets, as it stands inside a market's record. */
function eventSummary(event: WorldEvent): Wire {
  const seconds = event.markets.map(lastSecond);
  const end = Math.max(...seconds);
  const start = Math.min(...event.markets.map(({ openedAt }) => openedAt));
  const closed = event.markets.every(({ closedAt }) => closedAt !== null);
  return withoutAbsent({
    id: event.id,
    ticker: event.slug,
    slug: event.slug,
    title: event.title,
    description: event.description,
    startDate: isoText(start, 601_554),
    creationDate: isoText(start, 601_554),
    endDate: isoText(end),
    active: true,
    closed,
    archived: false,
    volume: event.markets.reduce((sum, market) => sum + volumeNumMicros(market), 0) / UNIT,
    openInterest: 0,
    enableOrderBook: true,
    negRisk: event.negRisk,
    enableNegRisk: event.negRisk,
    negRiskAugmented: false,
    commentCount: 3,
    ...(closed ? { closedTime: isoText(end) } : {}),
    ...event.patch,
  });
}

/** The whole event, with its markets unless they are not wanted. */
export function eventRecord(event: WorldEvent, withMarkets: boolean): Wire {
  const markets = event.markets.map((market) => withoutAbsent({ ...ownFields(market), ...market.patch }));
  return { ...eventSummary(event), ...(withMarkets ? { markets } : {}), ...tagField(event) };
}

function tagField(event: WorldEvent): Wire {
  if (event.tags.length === 0) return {};
  const tags = event.tags.map(([id, label]) => ({
    id,
    label,
    slug: label.toLowerCase(),
    forceShow: false,
    createdAt: '2023-11-02T21:22:21.62Z',
    updatedAt: '2026-02-06T20:12:40.097768Z',
    requiresTranslation: false,
  }));
  return { tags };
}
