import type { InstantMicros } from '../../../common/time.js';
import type { Random } from '../random.js';
import { DISCRETE_FROM, FIRST_CREATED, instant, LAST_CREATED, SEPARATE_IDS_FROM } from './clock.js';
import { type Category, drawCategories, drawTournament, type Tournament } from './projects.js';
import { drawSchedule, type PostState, type Schedule } from './schedule.js';
import type { Trap } from './trap.js';

/** What a post holds, in the words of the filter `forecast_type`. */
export type PostKind =
  | 'binary'
  | 'numeric'
  | 'date'
  | 'discrete'
  | 'multiple_choice'
  | 'group_of_questions'
  | 'conditional'
  | 'notebook';

/** The API's shape before June 2025 (means in every history entry, short scaling, four methods) or after it. */
export type ApiShape = 'old' | 'new';

/** What the listing needs to know of a post; the post itself is made from it when it is asked for. */
export interface PostPlan {
  index: number;
  id: number;
  kind: PostKind;
  state: PostState;
  shape: ApiShape;
  schedule: Schedule;
  /** Individual predictions, over all questions of the post. */
  forecasts: number;
  forecasters: number;
  comments: number;
  votes: number;
  categories: readonly Category[];
  tournament: Tournament | null;
  planted: Planted | null;
}

/** A trap and which copy of it this is. */
export interface Planted {
  trap: Trap;
  copy: number;
}

const OLD_SHAPE_UNTIL = instant('2025-06-01T00:00:00Z');
const FIRST_ID = 10;
const ID_STEP = 3;
const QUESTION_ID_AHEAD = 501;
const MEMBER_IDS_FROM = 1_000_000;
const MEMBERS_AT_MOST = 20;

/** What a world is made of; ordinary posts fill the places that no trap takes. */
export interface WorldPlan {
  posts: number;
  traps: readonly Planted[];
  /** Kinds of ordinary posts, and how often each is drawn. */
  kinds: readonly (readonly [PostKind, number])[];
  states: readonly (readonly [PostState, number])[];
}

/** Plans all posts of a world, in order of creation. */
export function planPosts(random: Random, world: WorldPlan): PostPlan[] {
  const count = world.posts;
  const created = Array.from({ length: count }, (_, index) => createdAt(random, index, count));
  const planted = plantTraps(random.fork('traps'), world.traps, created);
  return created.map((at, index) =>
    planPost(
      random.fork(`plan/${index}`),
      { index, created: at, planted: planted.get(index) ?? null },
      world,
    ),
  );
}

/** Evenly spread over the years; every eighth post was imported together with the one before it, a tie. */
function createdAt(random: Random, index: number, count: number): InstantMicros {
  const own = index % 8 === 3 ? index - 1 : index;
  const share = (own + 0.9 * random.fork(`created/${own}`).next()) / count;
  return Math.floor(FIRST_CREATED + share * (LAST_CREATED - FIRST_CREATED));
}

function plantTraps(
  random: Random,
  traps: readonly Planted[],
  created: readonly InstantMicros[],
): Map<number, Planted> {
  const planted = new Map<number, Planted>();
  for (const one of traps) {
    const dice = random.fork(`${one.trap.name}/${one.copy}`);
    let index = dice.int(0, created.length - 1);
    while (planted.has(index) || !fits(one.trap, created[index] as InstantMicros)) {
      index = dice.int(0, created.length - 1);
    }
    planted.set(index, one);
  }
  return planted;
}

function fits(trap: Trap, created: InstantMicros): boolean {
  if (trap.kind === 'discrete' && created < DISCRETE_FROM) return false;
  return trap.shape !== 'old' || created < OLD_SHAPE_UNTIL;
}

function planPost(
  random: Random,
  { index, created, planted }: { index: number; created: InstantMicros; planted: Planted | null },
  { kinds, states }: WorldPlan,
): PostPlan {
  const trap = planted?.trap;
  const drawnKind = random.weighted(kinds);
  const kind = trap?.kind ?? (drawnKind === 'discrete' && created < DISCRETE_FROM ? 'numeric' : drawnKind);
  const state = trap ? (trap.state ?? 'resolved') : random.weighted(states);
  const schedule = drawSchedule(random.fork('schedule'), created, state);
  const context = { random: random.fork('trap'), copy: planted?.copy ?? 0, member: 0 };
  const { forecasts, forecasters } = drawCrowdSize(random, kind, state, trap);
  return {
    index,
    id: FIRST_ID + ID_STEP * index,
    kind,
    state,
    shape: trap?.shape ?? (created < OLD_SHAPE_UNTIL && random.chance(0.15) ? 'old' : 'new'),
    schedule: trap?.schedule?.(schedule, context) ?? schedule,
    forecasts,
    forecasters,
    comments: random.int(0, 60),
    votes: random.int(0, 40),
    categories: drawCategories(random),
    tournament: drawTournament(random, kind),
    planted,
  };
}

function drawCrowdSize(
  random: Random,
  kind: PostKind,
  state: PostState,
  trap: Trap | undefined,
): { forecasts: number; forecasters: number } {
  if (kind === 'notebook' || state === 'upcoming') return { forecasts: 0, forecasters: 0 };
  const popular = trap !== undefined || random.chance(0.92);
  const drawn = popular ? Math.round(Math.min(900, 105 + random.exponential(130))) : random.int(20, 98);
  const forecasts = trap?.forecasts ?? drawn;
  const forecasters = trap?.forecasters ?? Math.max(8, Math.round(forecasts * random.real(0.2, 0.55)));
  return { forecasts, forecasters };
}

/** The id of a single question: the post's own before the rewrite, that of some later post after it. */
export function questionIdOf(plan: Pick<PostPlan, 'id' | 'schedule'>): number {
  return plan.schedule.createdAt < SEPARATE_IDS_FROM ? plan.id : plan.id + QUESTION_ID_AHEAD;
}

/** The id of a question within a group or conditional. */
export function memberIdOf(plan: Pick<PostPlan, 'index'>, member: number): number {
  return MEMBER_IDS_FROM + MEMBERS_AT_MOST * plan.index + member;
}

/** The plan with that post id. */
export function planOfPost(plans: readonly PostPlan[], postId: number): PostPlan | undefined {
  const index = (postId - FIRST_ID) / ID_STEP;
  return Number.isInteger(index) ? plans[index] : undefined;
}

/** The plan of the post that holds the question with that id. */
export function planOfQuestion(plans: readonly PostPlan[], questionId: number): PostPlan | undefined {
  if (questionId >= MEMBER_IDS_FROM)
    return plans[Math.floor((questionId - MEMBER_IDS_FROM) / MEMBERS_AT_MOST)];
  const candidates = [planOfPost(plans, questionId), planOfPost(plans, questionId - QUESTION_ID_AHEAD)];
  return candidates.find((plan) => plan !== undefined && questionIdOf(plan) === questionId);
}

/** The user name of a post's author. */
export function authorOf(plan: Pick<PostPlan, 'index'>): string {
  return `author-${plan.index % 50}`;
}
