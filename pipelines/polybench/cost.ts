import type { HarvestedMarket } from './harvest.js';

/** Requests that a harvest rests on, sent now or before. */
export interface CostFigures {
  /** Markets whose prices were asked for, and those whose tape was. */
  markets: number;
  tapes: number;
  priceRequests: number;
  priceBytes: number;
  tapePages: number;
  tapeRows: number;
  /** The largest closedTime among them, microseconds since 1970. */
  newest: number;
}

const NONE: CostFigures = {
  markets: 0,
  tapes: 0,
  priceRequests: 0,
  priceBytes: 0,
  tapePages: 0,
  tapeRows: 0,
  newest: 0,
};

/** Adds up what the markets of a harvest cost, those whose records are final apart: these are never asked for again. */
export class HarvestCost {
  readonly final: CostFigures = { ...NONE };
  readonly open: CostFigures = { ...NONE };

  /** Adds one market. */
  add(market: HarvestedMarket, isFinal: boolean): void {
    const { prices, tape, candidate } = market;
    const figures = isFinal ? this.final : this.open;
    figures.markets += 1;
    figures.priceRequests += prices.answers.length;
    figures.priceBytes += prices.answers.reduce((sum, answer) => sum + answer.bytes, 0);
    figures.newest = Math.max(figures.newest, candidate.closedAt);
    if (tape === undefined) return;
    figures.tapes += 1;
    figures.tapePages += tape.walk === undefined ? 0 : tape.walk.pages.length;
    figures.tapeRows += tape.rows;
  }
}
