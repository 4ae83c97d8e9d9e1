/** Prices are micro-dollars per share (0..1,000,000), sizes micro-shares, money micro-dollars, times Unix seconds. */

export type TokenName = 'yes' | 'no';

/** One row of a tape, in the integers it was made of. */
export interface Trade {
  at: number;
  token: TokenName;
  side: 'BUY' | 'SELL';
  sizeMicros: number;
  /** Price of the token that was traded. */
  priceMicros: number;
  /** What a volume-weighted average adds to the price, in 1e-12 dollars; below half a micro-dollar. */
  dustPico: number;
  /** round(size x price x 1e6), exact, and never within 0.02 of a tie. */
  usdMicros: number;
  wallet: number;
  /** Names the transaction within the market; rows with the same name share a hash. */
  transaction: string;
  /** `dust` rows are below the smallest size that v2 serves; `maker` rows come with taker_only=false alone. */
  role: 'taker' | 'maker' | 'dust';
  /** Whether the row belongs to the market's volume. */
  counted: boolean;
  /** Raw JSON text that replaces a field of the v2 row. */
  wire?: Readonly<Record<string, string>>;
}

/** One sample of a token's price. */
export interface Point {
  at: number;
  micros: number;
  /** Whether this sample is the quote of its day by the definition of reference section 9.1. */
  quote: boolean;
  /** Served at every fidelity, although its minute is no multiple of it. */
  always?: boolean;
  /** Raw JSON text instead of the price. */
  text?: string;
}

export interface Series {
  yes: Point[];
  no: Point[];
}

/** How the v2 walk over a tape behaves (reference 3.2, and bad input). */
export type Paging = 'plain' | 'short' | 'empty' | 'trailing' | 'loop' | 'broken';

/** What a recipe says of one market; the world gives it its names. */
export interface MarketDraft {
  openedAt: number;
  /** The second of the on-chain resolution; null while the market is open. */
  closedAt: number | null;
  winner: 'YES' | 'NO';
  /** YES quotes of the midnights from the day after opening to the closing day. */
  path: readonly number[];
  openMicros: number;
  closeMicros: number;
  /** Generated taker rows and the cash they move; what recipes place by hand comes on top. */
  rows: number;
  cashMicros: number;
  extras: readonly Trade[];
  /** Changes the daily samples after they are made. */
  editSeries?: (series: Series) => void;
  /** Fields of the Gamma record that differ; undefined takes the field away. */
  patch: Readonly<Record<string, unknown>>;
  paging: Paging;
  traps: readonly string[];
  /** The drop rules that are right for this record (any of them), where the record itself decides. */
  verdict?: readonly string[];
  /** Labels of the two outcomes; Yes and No where absent. */
  labels?: readonly string[];
  question?: string;
  /** `volumeNum` in micro-dollars, where it is not derived from the cash. */
  volumeNumMicros?: number;
  /** Markets with the same name here have the same tape. */
  tapeName?: string;
  id?: string;
  /** A `price` row in /v2/resolutions instead of payouts. */
  oldResolution?: boolean;
}

/** One to six legs, or three hundred. */
export interface EventDraft {
  legs: readonly MarketDraft[];
  negRisk: boolean;
  /** False for markets without an event. */
  listed: boolean;
  /** Fields of the event record that differ. */
  patch: Readonly<Record<string, unknown>>;
  /** False where records carry no tags. */
  tagged: boolean;
}

/** A market of the world. */
export interface Market extends MarketDraft {
  ordinal: number;
  id: string;
  conditionId: string;
  yesToken: string;
  noToken: string;
  slug: string;
  question: string;
  description: string;
  tapeName: string;
  event: WorldEvent;
}

export interface WorldEvent {
  id: string;
  slug: string;
  title: string;
  description: string;
  negRisk: boolean;
  listed: boolean;
  patch: Readonly<Record<string, unknown>>;
  tags: readonly (readonly [id: string, label: string])[];
  markets: Market[];
}
