import type { SyntheticSize } from '../part.js';
import { FIXTURE_TRAPS } from './fixture.js';
import type { WorldPlan } from './plan.js';
import { copiesOf } from './trap.js';
import { TRAPS } from './traps/index.js';

/** Posts of a world, by size. The fixture's are enough for its malformed records to be below 1 % of them. */
const POST_COUNTS: Readonly<Record<SyntheticSize, number>> = {
  fixture: 300,
  small: 300,
  full: 3000,
  large: 50_000,
};
const KINDS: WorldPlan['kinds'] = [
  ['binary', 56],
  ['numeric', 14],
  ['date', 8],
  ['discrete', 4],
  ['multiple_choice', 7],
  ['group_of_questions', 6],
  ['conditional', 2.5],
  ['notebook', 2.5],
];
const STATES: WorldPlan['states'] = [
  ['resolved', 85],
  ['open', 6],
  ['closed', 6],
  ['upcoming', 3],
];
/** Ordinary posts of the fixture: candidates that give no row, as its rows are those of the traps. */
const ROWLESS_KINDS: WorldPlan['kinds'] = [
  ['multiple_choice', 3],
  ['conditional', 1],
];

/** What the world of a size is made of. */
export function worldPlanOf(size: SyntheticSize): WorldPlan {
  const posts = POST_COUNTS[size];
  if (size === 'fixture') {
    return { posts, traps: FIXTURE_TRAPS, kinds: ROWLESS_KINDS, states: [['resolved', 1]] };
  }
  const traps = TRAPS.flatMap((trap) =>
    Array.from({ length: copiesOf(trap, size) }, (_, copy) => ({ trap, copy })),
  );
  return { posts, traps, kinds: KINDS, states: STATES };
}
