import { basename } from 'node:path';
import { marketProblem } from '../pipelines/polybench/market-check.js';
import { type PolybenchParameters, polybenchParameters } from '../pipelines/polybench/parameters.js';
import { type HistoryRow, historyTable, type MarketRow, marketsTable } from '../schemas/polybench.js';
import { type Row, rowCheck, type Table } from '../schemas/table.js';
import { AlteredDataError } from './errors.js';
import { rowOfJson } from './json-row.js';

/** One day of a market: the YES quote at 00:00 UTC, and what traded in the day before it, USD. */
export type MarketPoint = Pick<HistoryRow, 'date' | 'price' | 'volume' | 'liquidity'>;

/** A market and its history, ascending. It holds the outcome and later days: hide from a forecaster what is still to come. */
export type Market = Omit<MarketRow, 'split'> & { history: MarketPoint[] };

const { split: _, ...marketColumns } = marketsTable.columns;
const { date, price, volume, liquidity } = historyTable.columns;
const MARKET: Table = { ...marketsTable, columns: marketColumns };
const POINT: Table = { ...historyTable, columns: { date, price, volume, liquidity } };
const marketCheck = rowCheck(MARKET);
const pointCheck = rowCheck(POINT);

/** The parameters that a version of polybench was built with; undefined where its manifest does not have them all. */
export function parametersOf(flat: Readonly<Record<string, unknown>>): PolybenchParameters | undefined {
  const names = Object.keys(polybenchParameters.shape);
  const own = names.map((name) => [name, flat[`polybench.${name}`]] as const);
  if (own.some(([, value]) => value === undefined)) return undefined;
  const parsed = polybenchParameters.safeParse(Object.fromEntries(own));
  return parsed.success ? parsed.data : undefined;
}

/** What is wrong with a market and its history, in words; undefined where nothing is. */
export type MarketCheck = (
  market: Omit<MarketRow, 'split'>,
  history: readonly MarketPoint[],
) => string | undefined;

/** What is checked of every market before it is published; rules that depend on parameters only where they are known. */
export function publishedCheck(parameters: PolybenchParameters | undefined): MarketCheck {
  return (market, points) => {
    // A file has no splits and no sources of prices: any will do, as long as they agree.
    const shared = { market_id: market.market_id, split: 'test', price_source: 'yes' } as const;
    const history = points.map((point) => ({ ...point, ...shared }));
    return marketProblem({ ...market, split: shared.split }, history, parameters);
  };
}

/**
 * The market in the text of a file `<market_id>.json`. It must have the declared columns and pass the check:
 * AlteredDataError names file, field and value.
 */
export function readMarket(path: string, text: string, check: MarketCheck): Market {
  const { history, ...columns } = record(path, text);
  const unknown = Object.keys(columns).find((name) => !Object.hasOwn(marketColumns, name));
  if (unknown !== undefined) throw unfit(path, `there is no column ${unknown}`);
  const market = checked(path, '', marketCheck, rowOfJson(MARKET, columns)) as Omit<MarketRow, 'split'>;
  if (!Array.isArray(history)) throw unfit(path, 'history is no list');
  const points = history.map(
    (point: unknown, index) => checked(path, `history.${index}.`, pointCheck, point) as MarketPoint,
  );
  if (`${market.market_id}.json` !== basename(path))
    throw unfit(path, `market_id is ${market.market_id}, which is not the name of the file`);
  const problem = check(market, points);
  if (problem !== undefined) throw unfit(path, problem);
  return { ...market, history: points };
}

function record(path: string, text: string): Row {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Said below, as for any other text that holds no market.
  }
  throw unfit(path, 'it is no JSON object');
}

function checked(path: string, at: string, check: ReturnType<typeof rowCheck>, row: unknown): Row {
  const parsed = check.safeParse(row);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw unfit(path, `${at}${issue?.path.join('.')} ${issue?.message}`);
}

function unfit(path: string, problem: string): AlteredDataError {
  return new AlteredDataError(`${path} is no market: ${problem}`, 'Restore it, or build the dataset again.');
}
