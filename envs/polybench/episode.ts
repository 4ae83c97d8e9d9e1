import type { Micros } from '../../common/micros.js';
import { dayOfNumber, type InstantMicros, MICROS_PER_SECOND, SECONDS_PER_DAY } from '../../common/time.js';
import type { Fill, Side } from '../../scoring/polybench/index.js';
import type { Episode, TextBlock, ToolOutput } from '../ors/environment.js';
import { ToolRefusal } from '../ors/problems.js';
import { callTool, type Tool } from '../ors/tools.js';
import type { WebSource } from '../web/source.js';
import { spendable } from './book.js';
import { advance, type Game, isOver, placeBet, type Resolved, type Slate, startGame } from './game.js';
import { type DayPoint, type Market, type MarketView, viewOn } from './market.js';
import type { Rules } from './rules.js';

/** What an episode is played with. */
export interface EpisodeSetup {
  slate: Slate;
  rules: Rules;
  /** Cut off by the clock already. */
  web: WebSource;
  prompt: readonly TextBlock[];
  tools: readonly Tool<PolyBenchEpisode>[];
}

/** One slate being traded on one clock. All that tools learn of a market is its view of today. */
export class PolyBenchEpisode implements Episode {
  private state: Game;
  private readonly byId: ReadonlyMap<string, Market>;

  constructor(private readonly setup: EpisodeSetup) {
    this.state = startGame(setup.slate, setup.rules);
    this.byId = new Map(setup.slate.markets.map((market) => [market.id, market]));
  }

  get game(): Game {
    return this.state;
  }

  get rules(): Rules {
    return this.setup.rules;
  }

  get web(): WebSource {
    return this.setup.web;
  }

  /** Simulated today. */
  get today(): string {
    return dayOfNumber(this.state.day);
  }

  /** Nothing later may be seen on the web: 00:00 UTC of simulated today. */
  get webAsOf(): InstantMicros {
    return this.state.day * SECONDS_PER_DAY * MICROS_PER_SECOND;
  }

  get isOver(): boolean {
    return isOver(this.state, this.setup.slate);
  }

  prompt(): readonly TextBlock[] {
    return this.setup.prompt;
  }

  call(name: string, input: unknown, signal: AbortSignal): Promise<ToolOutput> {
    return callTool(this.setup.tools, this, { name, input, signal });
  }

  /** The markets that are known today, in the order of the slate. */
  views(): MarketView[] {
    return this.setup.slate.markets.flatMap((market) => {
      const view = viewOn(market, this.state.day);
      return view ? [view] : [];
    });
  }

  /** One market as it is known today. ToolRefusal where it is none of the slate, or not known yet. */
  view(marketId: string): MarketView {
    const market = this.byId.get(marketId);
    const view = market && viewOn(market, this.state.day);
    if (!view) throw new ToolRefusal(`there is no market ${marketId.slice(0, 100)} today: see list_markets`);
    return view;
  }

  /** The latest known point of a market. */
  lastPoint(marketId: string): DayPoint | undefined {
    return this.view(marketId).points.at(-1);
  }

  /**
   * Places a bet of a number of dollars, as far as it can be filled; undefined where the market cannot be traded today.
   * ToolRefusal where it is no bet: then nothing has changed.
   */
  bet(marketId: string, side: Side, stakeMicros: Micros): Fill | undefined {
    const { tradeable } = this.view(marketId);
    if (stakeMicros > spendable(this.state.book))
      throw new ToolRefusal('the stake is more than the cash at hand: nothing was opened');
    if (!tradeable) return undefined;
    const { game, fill } = placeBet(
      this.state,
      { marketId, side, stakeMicros, point: tradeable },
      this.rules,
    );
    this.state = game;
    return fill;
  }

  /** Moves the clock and settles what has resolved. */
  advance(days: number): { resolved: readonly Resolved[]; reward: number } {
    const { game, resolved, reward } = advance(this.state, this.setup.slate, days);
    this.state = game;
    return { resolved, reward };
  }
}
