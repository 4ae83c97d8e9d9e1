import {
  boolean,
  day,
  double,
  doubles,
  instant,
  integer,
  nullable,
  oneOf,
  type RowOf,
  table,
  text,
  texts,
} from './table.js';

/** The splits, in the order of the card. */
export const SPLITS = ['train', 'test'] as const;
export type Split = (typeof SPLITS)[number];

/** Where a day's quote comes from: the YES token, or 1 minus the NO token's. */
const PRICE_SOURCES = ['yes', 'no_complement'] as const;
export type PriceSource = (typeof PRICE_SOURCES)[number];

const marketId = text('Gamma market id.');
const split = oneOf(SPLITS, 'Split that the market belongs to.');

/** Table `markets`: one resolved market (CONTRACT 4.2). */
export const marketsTable = table({
  name: 'markets',
  doc: 'Resolved binary markets, one row each.',
  key: ['market_id'],
  columns: {
    market_id: marketId,
    split,
    condition_id: text('Condition id of the market on chain, hexadecimal.'),
    event_id: text('Gamma event that the market is a leg of; cond:<condition_id> where it has none.'),
    slug: text('Last part of the market address on the site.'),
    question: text('The question as the market asks it.'),
    description: text('Resolution criteria as the market states them.'),
    category: nullable(text("The market's category, else its event's, else its first tag.")),
    tags: texts('Labels of the tags, in upstream order.'),
    outcome: oneOf(['YES', 'NO'], 'How the market resolved; YES is the first outcome.'),
    yes_label: text('Name of the first outcome.'),
    yes_token_id: text('CLOB token of the first outcome, decimal.'),
    no_token_id: text('CLOB token of the second outcome, decimal.'),
    opened_at: nullable(instant('When the market was opened.')),
    end_date: nullable(instant('Scheduled end, known in advance; trading may end before or after it.')),
    trading_ends_at: instant('When the market closed on chain. Not known in advance: never show it before.'),
    resolution_date: day('UTC date of trading_ends_at.'),
    window_start: day('First day of the history: the first quote inside the corpus window.'),
    start_price: double('Quote at window_start, 0 to 1.'),
    tradeable_days: integer('Days with a quote from window_start to the day before resolution_date.'),
    volume_usd: double("Sum of the history's volume, USD."),
    capacity_usd: double('Sum of the daily fill caps over the tradeable days, USD.'),
    neg_risk: boolean('True for legs of a group in which one outcome at most wins.'),
  },
});

/** Table `history`: one point for each day that has a quote (CONTRACT 4.2). */
export const historyTable = table({
  name: 'history',
  doc: 'Daily history of the markets, one row for each day that has a quote.',
  key: ['market_id', 'date'],
  columns: {
    market_id: marketId,
    split,
    date: day('Day of the quote; the quote is the one at its 00:00 UTC.'),
    price: double('YES price at 00:00 UTC of the date, 0 to 1.'),
    volume: double('USD (size times price) that takers traded in the 24 hours before 00:00 UTC of the date.'),
    liquidity: double('The part of volume traded at YES prices within 5 cents of the price, bound included.'),
    price_source: oneOf(
      PRICE_SOURCES,
      "yes: the YES token's own quote; no_complement: 1 minus the NO token's, where the YES token has none.",
    ),
  },
});

/** A market as the listing gives it, typed: what every rule over list fields reads. Kept between builds. */
export const listingTable = table({
  name: 'polybench_listing',
  doc: 'Markets as listed, typed; values that could not be read are null.',
  key: ['market_id'],
  columns: {
    market_id: marketId,
    condition_id: text('As listed.'),
    event_id: nullable(text('Id of the first event.')),
    slug: text('As listed.'),
    question: text('As listed.'),
    description: text('As listed.'),
    category: nullable(text("The market's category, else its event's, else its first tag.")),
    tags: texts('Labels of the tags.'),
    outcomes: nullable(texts('Outcome names; null where missing or unreadable.')),
    outcome_prices: nullable(doubles('Price of each outcome; null where missing or unreadable.')),
    token_ids: nullable(texts('CLOB tokens, decimal; null where missing or unreadable.')),
    closed: boolean('As listed.'),
    closed_at: nullable(instant('closedTime; null where missing or unreadable.')),
    opened_at: nullable(instant('startDate; null where missing or unreadable.')),
    end_date: nullable(instant('endDate; null where missing or unreadable.')),
    volume_micros: nullable(
      integer('volumeNum in millionths; a tie-breaker only, its unit is not documented.'),
    ),
    neg_risk: boolean('True where listed as true.'),
    record_sha256: text('Hash of the fields above as upstream sent them.'),
    page_sha256: text('Body of the listing page that holds the record.'),
    page_index: integer('Position on that page.'),
  },
});

/** A market's day with its flow, for markets whose tape was read. Kept between builds. */
export const daysTable = table({
  name: 'polybench_days',
  doc: 'Quotes and flow per market and day, in millionths.',
  key: ['market_id', 'day'],
  columns: {
    market_id: marketId,
    day: integer('Days since 1970-01-01.'),
    price_micros: integer('Quote in millionths.'),
    price_source: oneOf(PRICE_SOURCES, 'As in the published history.'),
    volume_micros: integer('Millionths of USD.'),
    liquidity_micros: integer('Millionths of USD.'),
  },
});

export type MarketRow = RowOf<typeof marketsTable>;
export type HistoryRow = RowOf<typeof historyTable>;
export type ListingRow = RowOf<typeof listingTable>;
export type DayRow = RowOf<typeof daysTable>;
