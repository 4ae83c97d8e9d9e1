import { compareIds } from '../../common/order.js';
import type { Environment, TaskSpec } from '../ors/environment.js';
import { TaskList } from '../tasks.js';
import { type WebSource, withCutoff } from '../web/source.js';
import { PolyBenchEpisode } from './episode.js';
import { type Slate, slateOf } from './game.js';
import { ladderOrder, rungs } from './ladder.js';
import type { Market } from './market.js';
import { type Flavour, promptFor } from './prompts.js';
import { type Rules, rulesSpec } from './rules.js';
import { isPlayable, startDay, type Tier } from './tiers.js';
import { TOOLS } from './tools.js';

/** What both flavours are made of. */
export interface PolyBenchOptions {
  /** Version of the data, as tasks name it. */
  version: string;
  /** Markets by split. */
  markets: ReadonlyMap<string, readonly Market[]>;
  rules: Rules;
  web: WebSource;
}

/** A task that is listed, and the slate that it is played on. */
interface Planned {
  spec: TaskSpec;
  slate(): Slate;
}

/**
 * The forecaster: each task is one market, in each tier. Markets that could not be bet on in some tier are left out.
 * Tasks are in the order of market ids, and of tiers within a market.
 */
export function forecasterEnvironment(options: PolyBenchOptions & { tiers: readonly Tier[] }): Environment {
  const { rules, tiers, version } = options;
  const plan = (split: string, markets: readonly Market[]): Planned[] =>
    inIdOrder(markets)
      .filter((market) => isPlayable(market, tiers, rules))
      .flatMap((market) =>
        tiers.map((tier) => ({
          spec: {
            dataset: 'polybench',
            version,
            split,
            market_id: market.id,
            tier: tier.name,
            start_offset_days: tier.startOffsetDays,
            ...rulesSpec(rules),
          },
          slate: () => slateOf([market], startDay(market, tier)),
        })),
      );
  return environment('polybench', 'forecaster', options, plan);
}

/**
 * The trader: each task is a slate; task 0 is one market, each next one has twice as many, the last the full split.
 * Slates are beginnings of one order that the seed decides.
 */
export function traderEnvironment(options: PolyBenchOptions & { seed: string }): Environment {
  const { rules, seed, version } = options;
  const plan = (split: string, markets: readonly Market[]): Planned[] => {
    const byId = new Map(markets.map((market) => [market.id, market]));
    const order = ladderOrder([...byId.keys()], seed);
    return rungs(order.length).map((size) => ({
      spec: { dataset: 'polybench', version, split, markets: size, seed, ...rulesSpec(rules) },
      slate: () => {
        const chosen = order.slice(0, size).flatMap((id) => byId.get(id) ?? []);
        return slateOf(inIdOrder(chosen));
      },
    }));
  };
  return environment('polybench-trader', 'trader', options, plan);
}

function environment(
  name: string,
  flavour: Flavour,
  { markets, rules, web }: PolyBenchOptions,
  plan: (split: string, markets: readonly Market[]) => Planned[],
): Environment {
  const planned = [...markets].map(([split, ofSplit]) => [split, plan(split, ofSplit)] as const);
  const slates = new Map(planned.flatMap(([, tasks]) => tasks.map(({ spec, slate }) => [spec, slate])));
  const tasks = new TaskList(new Map(planned.map(([split, own]) => [split, own.map(({ spec }) => spec)])));
  const cutWeb = withCutoff(web);
  return {
    name,
    splits: tasks.splits,
    tools: TOOLS.map(({ definition }) => definition),
    count: (split) => tasks.count(split),
    task: (split, index) => tasks.task(split, index),
    close: () => Promise.resolve(),
    open: async (wanted) => {
      const makeSlate = slates.get(tasks.listed(wanted));
      if (!makeSlate) throw new RangeError('a listed task has no slate');
      const slate = makeSlate();
      return new PolyBenchEpisode({
        slate,
        rules,
        web: cutWeb,
        prompt: promptFor(flavour, slate, rules),
        tools: TOOLS,
      });
    },
  };
}

function inIdOrder(markets: readonly Market[]): Market[] {
  return [...markets].sort((a, b) => compareIds(a.id, b.id));
}
