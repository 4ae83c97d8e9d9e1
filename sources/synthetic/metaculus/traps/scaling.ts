import { MICROS_PER_SECOND } from '../../../../common/time.js';
import type { Entry } from '../aggregate.js';
import type { QuestionModel } from '../model.js';
import { dateScale } from '../questions.js';
import { discreteScale, type Scale } from '../scale.js';
import type { FixedRange, Json, Trap } from '../trap.js';

const LINEAR: Scale = {
  min: 10,
  max: 1000,
  zeroPoint: null,
  openLower: false,
  openUpper: true,
  buckets: 200,
};
const fixed = (scale: Scale, value: number) => (): FixedRange => ({ scale, value });
const rescaled =
  (change: Partial<Scale>) =>
  (question: QuestionModel): QuestionModel => ({
    ...question,
    scale: question.scale && { ...question.scale, ...change },
  });
const recurved =
  (change: (cdf: readonly number[]) => readonly number[] | null) =>
  (question: QuestionModel): QuestionModel => ({
    ...question,
    entries: question.entries.map(
      (entry): Entry => ({ ...entry, values: entry.values && change(entry.values) }),
    ),
  });

/** Exchanges two points where the curve rises, so that it falls. */
function falling(cdf: readonly number[]): readonly number[] {
  const at = Math.floor(cdf.length / 2);
  return cdf.map((value, point) =>
    point === at ? (cdf[at + 1] as number) : point === at + 1 ? (cdf[at] as number) : value,
  );
}

/** Range, log scale, number of buckets and shape of the CDF. */
export const SCALING_TRAPS: readonly Trap[] = [
  {
    name: 'zero_point_zero',
    about: 'zero_point 0 is a log scale.',
    kind: 'numeric',
    range: fixed({ ...LINEAR, zeroPoint: 0 }, 71),
  },
  {
    name: 'zero_point_above',
    about: 'A log scale that is finer at the top.',
    kind: 'numeric',
    range: fixed({ ...LINEAR, zeroPoint: 1200 }, 640),
  },
  {
    name: 'zero_point_negative',
    about: 'A log scale with a zero point below 0.',
    kind: 'numeric',
    range: fixed({ ...LINEAR, min: 0, zeroPoint: -25 }, 88),
  },
  {
    name: 'date_log',
    about: 'A log scale of dates: the zero point is Unix seconds.',
    kind: 'date',
    range: (schedule) => {
      const event = Math.floor((schedule.resolvedAt ?? schedule.scheduledResolveAt) / 86_400e6) * 86_400e6;
      const scale = dateScale(schedule.openAt, event, 0.4, false, true);
      return { scale: { ...scale, zeroPoint: scale.min - 20 * 86_400 }, value: event / MICROS_PER_SECOND };
    },
  },
  { name: 'zero_point_inside', about: 'Invalid.', kind: 'numeric', question: rescaledInside },
  {
    name: 'zero_point_at_bound',
    about: 'Invalid: the ratio would be infinite.',
    kind: 'numeric',
    range: fixed(LINEAR, 400),
    question: rescaled({ zeroPoint: LINEAR.min }),
  },
  {
    name: 'range_reversed',
    about: 'Invalid: the lower end lies above the upper one.',
    kind: 'numeric',
    range: fixed(LINEAR, 400),
    question: rescaled({ min: LINEAR.max, max: LINEAR.min }),
  },
  {
    name: 'range_null',
    about: 'A continuous question without a range.',
    kind: 'numeric',
    wireQuestion: (record) => ({
      ...record,
      scaling: { ...(record.scaling as Json), range_min: null, range_max: null },
    }),
  },
  {
    name: 'inbound_count_null',
    about: 'The number of buckets is null, which means 200.',
    kind: 'numeric',
    shape: 'new',
    question: (question) => ({ ...question, countHidden: true }),
  },
  {
    name: 'continuous_range_short',
    about: 'continuous_range with N entries instead of N+1, as in summer 2025.',
    kind: 'numeric',
    shape: 'new',
    wireQuestion: (record) => {
      const scaling = record.scaling as Json;
      return {
        ...record,
        scaling: { ...scaling, continuous_range: (scaling.continuous_range as unknown[]).slice(0, -1) },
      };
    },
  },
  {
    name: 'discrete_8',
    about: 'Eight outcomes, nine CDF points.',
    kind: 'discrete',
    range: fixed(discreteScale(0, 8, false), 3),
  },
  {
    name: 'discrete_51',
    about: '0 to 50, open above.',
    kind: 'discrete',
    range: fixed(discreteScale(0, 51, true), 19),
  },
  {
    name: 'discrete_93',
    about: '93 outcomes: 94 CDF points.',
    kind: 'discrete',
    range: fixed(discreteScale(1, 93, false), 60),
  },
  {
    name: 'cdf_short',
    about: 'N points instead of N+1.',
    kind: 'numeric',
    question: recurved((cdf) => cdf.slice(0, -1)),
  },
  {
    name: 'cdf_long',
    about: 'N+2 points.',
    kind: 'discrete',
    question: recurved((cdf) => [...cdf, cdf.at(-1) as number]),
  },
  {
    name: 'cdf_falls',
    about: 'The CDF falls between two points.',
    kind: 'numeric',
    question: recurved(falling),
  },
  { name: 'cdf_missing', about: '`latest` has no values.', kind: 'date', question: recurved(() => null) },
];

function rescaledInside(question: QuestionModel): QuestionModel {
  const { scale } = question;
  return { ...question, scale: scale && { ...scale, zeroPoint: scale.min + (scale.max - scale.min) / 3 } };
}
