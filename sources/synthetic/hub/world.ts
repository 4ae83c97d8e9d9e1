import type { SyntheticSize } from '../part.js';
import { createRandom, type Random } from '../random.js';
import { type HubRecord, ordinaryRecord } from './record.js';
import { FIXTURE_TRAPS, TRAPS, type TrapRow } from './traps.js';

/** A split of the invented data set. `late-2025` is no name that `load_dataset` takes. */
export interface SplitPlan {
  name: string;
  rows: number;
  /** First and last day of resolution. */
  days: readonly [string, string];
  shards: number;
}

/** A row, and what the rules should say of it. */
interface PlantedRecord {
  record: HubRecord;
  /** The rule that drops it, or `kept`. */
  expect: string;
}

const ROWS: Readonly<Record<SyntheticSize, readonly (readonly [string, number, number])[]>> = {
  fixture: [
    ['train', 70, 2],
    ['validation', 7, 1],
    ['test', 21, 1],
    ['aljazeeraLate2025', 5, 1],
    ['late-2025', 3, 1],
  ],
  small: [
    ['train', 200, 2],
    ['validation', 30, 1],
    ['test', 45, 1],
    ['aljazeeraLate2025', 20, 1],
    ['late-2025', 5, 1],
  ],
  full: [
    ['train', 4_350, 2],
    ['validation', 207, 1],
    ['test', 302, 1],
    ['aljazeeraLate2025', 91, 1],
    ['late-2025', 50, 1],
  ],
  large: [
    ['train', 52_183, 4],
    ['validation', 207, 1],
    ['test', 302, 1],
  ],
};

const DAYS: Readonly<Record<string, readonly [string, string]>> = {
  train: ['2023-06-01', '2025-04-30'],
  validation: ['2025-05-01', '2025-07-31'],
  test: ['2025-05-01', '2025-08-31'],
};
const LATE_DAYS = ['2025-09-01', '2025-12-13'] as const;
const FIRST_QID = 4_000;

/** The splits of a world: the three of the card, and later ones but in the largest. */
function splitPlans(size: SyntheticSize): SplitPlan[] {
  return ROWS[size].map(([name, rows, shards]) => ({ name, rows, shards, days: DAYS[name] ?? LATE_DAYS }));
}

/** The rows of a world, split by split, with every trap whose splits it has. */
export interface World {
  plans: readonly SplitPlan[];
  /** The records from `start` to before `end` of a split. */
  records(split: string, start: number, end: number): PlantedRecord[];
}

/** Plans a world; its records are made when they are asked for. */
export function planWorld(seed: number, size: SyntheticSize): World {
  const plans = splitPlans(size);
  const random = createRandom(`hub/${seed}`);
  const planted = placeTraps(random, plans, size);
  return {
    plans,
    records: (split, start, end) => {
      const { plan, firstQid } = planOf(plans, split);
      return Array.from({ length: end - start }, (_, offset) => {
        const at = start + offset;
        const trap = planted.get(`${split} ${at}`);
        const qid = String(firstQid + 2 * at);
        if (trap !== undefined) return plantedRecord(random, trap, qid, plans);
        return { record: ordinaryRecord(random.fork(split).fork(at), qid, plan.days), expect: 'kept' };
      });
    },
  };
}

interface Placed {
  trap: string;
  row: TrapRow;
  /** Where the first row of the trap stands. */
  first: { split: string; at: number };
}

/** Spreads the trap rows of each split over it, in the order of the traps. */
function placeTraps(random: Random, plans: readonly SplitPlan[], size: SyntheticSize): Map<string, Placed> {
  const names = plans.map(({ name }) => name);
  const traps = (size === 'fixture' ? FIXTURE_TRAPS : TRAPS).filter(
    ({ rows, isUnreadableElsewhere }) =>
      rows.every(({ split }) => names.includes(split)) && !(size === 'large' && isUnreadableElsewhere),
  );
  const places = new Map(plans.map((plan) => [plan.name, spread(random, plan, traps)]));
  const placed = new Map<string, Placed>();
  for (const { name, rows } of traps) {
    let first: Placed['first'] | undefined;
    for (const row of rows) {
      const at = Number(places.get(row.split)?.shift());
      first ??= { split: row.split, at };
      placed.set(`${row.split} ${at}`, { trap: name, row, first });
    }
  }
  return placed;
}

/** Ascending places in a split, one for each of its trap rows. */
function spread(random: Random, plan: SplitPlan, traps: readonly (typeof TRAPS)[number][]): number[] {
  const count = traps.flatMap(({ rows }) => rows).filter(({ split }) => split === plan.name).length;
  if (count > plan.rows) throw new RangeError(`${plan.name}: ${count} traps in ${plan.rows} rows`);
  const step = plan.rows / Math.max(1, count);
  const shift = random.fork(`traps of ${plan.name}`).real(0, 1);
  return Array.from({ length: count }, (_, at) => Math.floor((at + shift) * step));
}

function plantedRecord(
  random: Random,
  { trap, row, first }: Placed,
  ownQid: string,
  plans: readonly SplitPlan[],
): PlantedRecord {
  const { plan, firstQid } = planOf(plans, first.split);
  const qid = row.sharesQid ? String(firstQid + 2 * first.at) : ownQid;
  const shared = ordinaryRecord(random.fork('trap').fork(trap), qid, plan.days);
  return { record: { ...shared, ...row.change(shared) }, expect: row.expect };
}

function planOf(plans: readonly SplitPlan[], split: string): { plan: SplitPlan; firstQid: number } {
  let firstQid = FIRST_QID;
  for (const plan of plans) {
    if (plan.name === split) return { plan, firstQid };
    firstQid += 2 * plan.rows;
  }
  throw new RangeError(`no split ${split}`);
}
