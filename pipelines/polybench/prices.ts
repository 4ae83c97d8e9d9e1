import type { PricePoint } from '../../schemas/wire/clob.js';
import { fetchPrices, type PriceWindow, priceWindows } from '../../sources/clob.js';
import { SchemaDriftError } from '../../sources/http/errors.js';
import type { Upstream } from '../../sources/types.js';
import { type Candidate, quoteBounds } from './candidate.js';
import type { DriftTally } from './drift.js';
import type { PolybenchParameters } from './parameters.js';
import { dailyQuotes, firstOfDay, QUOTE_TOLERANCE_SECONDS, type Quote, quotableDays } from './quotes.js';

/** A market's quotes and the answers they rest on. */
export interface HarvestedQuotes {
  quotes: Quote[];
  /** Why the answers cannot be used. */
  flaw?: string;
  /** Bodies in the order asked: the YES token's windows, then those of the NO token that were needed. */
  answers: PriceBody[];
}

/** One answer with samples of a token. */
interface PriceBody {
  token: 'yes' | 'no';
  window: PriceWindow;
  sha256: string;
  bytes: number;
}

/** What a harvest works with. */
export interface HarvestContext {
  upstream: Upstream;
  parameters: PolybenchParameters;
  /** Version of the records that is wanted (see finality.ts). */
  tag: string;
}

/**
 * Fetches a market's daily quotes. The NO token is asked only for windows in which the YES token lacks a day, which
 * gives the same quotes as asking always, as it is used for no other day.
 */
export async function harvestQuotes(
  candidate: Candidate,
  context: HarvestContext,
  tally: DriftTally,
): Promise<HarvestedQuotes> {
  const bounds = quoteBounds(candidate, context.parameters);
  const days = quotableDays(bounds);
  if (days === undefined) return { quotes: [], answers: [] };
  const windows = priceWindows(days.first, days.last, QUOTE_TOLERANCE_SECONDS);
  const harvest = new TokenHarvest(candidate, context, tally);
  try {
    const yes = await harvest.fetch('yes', windows);
    const held = firstOfDay(yes, bounds);
    const open = context.parameters.fillGaps ? windows.filter((window) => lacksDay(window, held)) : [];
    const no = await harvest.fetch('no', open);
    const flaw = strayPrice([...yes, ...no]);
    if (flaw !== undefined) return { quotes: [], flaw, answers: harvest.answers };
    return { quotes: dailyQuotes(yes, no, bounds), answers: harvest.answers };
  } catch (error) {
    if (!(error instanceof SchemaDriftError)) throw error;
    tally.malformed(error.field);
    return { quotes: [], flaw: `prices-history: ${error.message}`, answers: harvest.answers };
  }
}

class TokenHarvest {
  readonly answers: PriceBody[] = [];

  constructor(
    private readonly candidate: Candidate,
    private readonly context: HarvestContext,
    private readonly tally: DriftTally,
  ) {}

  async fetch(token: 'yes' | 'no', windows: readonly PriceWindow[]): Promise<PricePoint[]> {
    const id = token === 'yes' ? this.candidate.yesToken : this.candidate.noToken;
    const points: PricePoint[] = [];
    for (const window of windows) {
      this.tally.count(1);
      const answer = await fetchPrices(this.context.upstream, id, window, this.context.tag);
      this.answers.push({ token, window, sha256: answer.sha256, bytes: answer.bytes });
      points.push(...answer.points);
    }
    return points;
  }
}

function lacksDay(window: PriceWindow, held: ReadonlyMap<number, unknown>): boolean {
  for (let day = window.firstDay; day <= window.lastDay; day += 1) if (!held.has(day)) return true;
  return false;
}

function strayPrice(points: readonly PricePoint[]): string | undefined {
  const stray = points.find(({ p }) => p < 0 || p > 1);
  return stray === undefined ? undefined : `prices-history: a sample of ${stray.p} at ${stray.t}`;
}
