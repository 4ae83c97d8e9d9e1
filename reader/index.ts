/**
 * The library: opens published versions, checks them against their manifests and streams typed rows.
 * The scoring rules of the three documents come as the namespace `scoring`.
 */
export * as scoring from '../scoring/index.js';
export {
  AlteredDataError,
  IncompleteDataError,
  SchemaMismatchError,
  UnknownNameError,
  UsageError,
  WrongVersionError,
} from './errors.js';
export {
  DEFAULT_MARKETS_DIR,
  listMarketIds,
  loadMarket,
  type Markets,
  type MarketsOptions,
  openMarkets,
} from './market.js';
export type { Market, MarketPoint } from './market-file.js';
export { type OpenOptions, openDataset } from './open.js';
export type {
  DatasetName,
  ForecastQuestion,
  HistoryRow,
  MarketRow,
  OpenForesightQuestion,
  RowOfTable,
  RowTypes,
  TableName,
} from './tables.js';
export type { DatasetVersion, RowOptions } from './version.js';
