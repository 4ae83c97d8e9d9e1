import type { ServedSize } from '../part.js';
import type { Random } from '../random.js';
import type { QuestionModel } from './model.js';
import type { ApiShape, PostKind } from './plan.js';
import type { Scale } from './scale.js';
import type { PostState, Schedule } from './schedule.js';

/** A JSON object on its way to the wire. */
export type Json = Record<string, unknown>;

/** What the members of a group are, how many, and whether they form a fan graph over time. */
export interface GroupShape {
  type: 'binary' | 'numeric' | 'date';
  members: number;
  fan: boolean;
}

/** A range, and the outcome in nominal units (Unix seconds for dates). */
export interface FixedRange {
  scale: Scale;
  value: number;
}

/** What a trap's hooks know about the place where they act. */
export interface TrapContext {
  random: Random;
  /** Which copy of this trap the post is, from 0. */
  copy: number;
  /** Position within a group, 0 for a single question. */
  member: number;
}

/**
 * A peculiarity of the real API, planted in a known number of posts. The fields say which kind of post it needs; the
 * hooks change the post that would have been there otherwise.
 */
export interface Trap {
  name: string;
  /** What is peculiar, and what a reader should make of it. */
  about: string;
  kind: PostKind;
  /** Posts that carry it, by size; 1, 4 and 30 where absent. */
  copies?: Readonly<Record<ServedSize, number>>;
  /** State of the post; `resolved` where absent. */
  state?: PostState;
  /** Shape of the API's answer; either where absent. */
  shape?: ApiShape;
  /** Predictions on the post, where their number is the point. */
  forecasts?: number;
  /** Distinct forecasters that the post names, where that number is the point. */
  forecasters?: number;
  /** The make-up of a group; drawn where absent. */
  group?: GroupShape;
  /** Range and outcome of a continuous question; drawn where absent. */
  range?(schedule: Schedule, copy: number): FixedRange;
  schedule?(schedule: Schedule, context: TrapContext): Schedule;
  question?(question: QuestionModel, context: TrapContext): QuestionModel;
  wireQuestion?(record: Json): Json;
  wirePost?(record: Json): Json;
  /** Status of the aggregation explorer for this post's questions instead of an answer. */
  explorerStatus?: 403 | 404;
  /** The post is listed a second time that many places later. */
  listedAgainAfter?: number;
}

const DEFAULT_COPIES: Readonly<Record<ServedSize, number>> = { small: 1, full: 4, large: 30 };

/** How many posts of a world carry the trap. */
export function copiesOf(trap: Trap, size: ServedSize): number {
  return (trap.copies ?? DEFAULT_COPIES)[size];
}
