import { formatInstant, MICROS_PER_SECOND, parseInstant } from '../../../../common/time.js';
import { DAY } from '../clock.js';
import type { QuestionModel } from '../model.js';
import { dateScale } from '../questions.js';
import { discreteScale, type Scale } from '../scale.js';
import type { Schedule } from '../schedule.js';
import type { FixedRange, Trap } from '../trap.js';

const OPEN: Scale = { min: 0, max: 100, zeroPoint: null, openLower: true, openUpper: true, buckets: 200 };
const CLOSED: Scale = { ...OPEN, openLower: false, openUpper: false };

const fixed = (scale: Scale, value: number) => (): FixedRange => ({ scale, value });
const saying =
  (resolution: string) =>
  (question: QuestionModel): QuestionModel => ({ ...question, resolution });

/** The event two days before the resolution became known, at the share of an open range that starts at the opening. */
function dateRange(schedule: Schedule, share: number): FixedRange {
  const event = Math.floor(((schedule.resolvedAt ?? schedule.scheduledResolveAt) - 2 * DAY) / DAY) * DAY;
  return { scale: dateScale(schedule.openAt, event, share, true, true), value: event / MICROS_PER_SECOND };
}

/** The question with its date written in another way. */
const dated =
  (write: (iso: string) => string) =>
  (question: QuestionModel): QuestionModel => {
    const micros = question.resolution === null ? undefined : parseInstant(question.resolution);
    return micros === undefined ? question : { ...question, resolution: write(formatInstant(micros)) };
  };

/** Ten and a half hours ahead of UTC, the same instant. */
function withOffset(iso: string): string {
  const shifted = (parseInstant(iso) ?? 0) + 2 * 3600 * MICROS_PER_SECOND;
  return formatInstant(shifted).replace('Z', '+02:00');
}

/** What the resolution says. */
export const OUTCOME_TRAPS: readonly Trap[] = [
  {
    name: 'ambiguous',
    about: 'Resolved, but not to an outcome.',
    kind: 'binary',
    copies: { small: 3, full: 40, large: 600 },
    question: saying('ambiguous'),
  },
  {
    name: 'ambiguous_numeric',
    about: 'The same for a quantity.',
    kind: 'numeric',
    copies: { small: 1, full: 10, large: 150 },
    question: saying('ambiguous'),
  },
  {
    name: 'annulled',
    about: 'Withdrawn; counted apart from ambiguous.',
    kind: 'binary',
    copies: { small: 3, full: 40, large: 600 },
    question: saying('annulled'),
  },
  { name: 'annulled_date', about: 'The same for a date.', kind: 'date', question: saying('annulled') },
  {
    name: 'binary_other_word',
    about: 'A yes/no question resolved to neither: not an outcome, and never "no".',
    kind: 'binary',
    copies: { small: 1, full: 2, large: 10 },
    question: saying('1.0'),
  },
  {
    name: 'above_word',
    about: 'Out of range, as a word.',
    kind: 'numeric',
    range: fixed(OPEN, 120),
    question: saying('above_upper_bound'),
  },
  {
    name: 'below_word',
    about: 'Out of range, as a word.',
    kind: 'numeric',
    range: fixed(OPEN, -15),
    question: saying('below_lower_bound'),
  },
  { name: 'above_number', about: 'Out of range, as a number.', kind: 'numeric', range: fixed(OPEN, 100.5) },
  { name: 'below_number', about: 'Out of range, as a number.', kind: 'numeric', range: fixed(OPEN, -0.5) },
  {
    name: 'discrete_above_word',
    about: 'Out of a discrete range.',
    kind: 'discrete',
    range: fixed(discreteScale(0, 11, true), 12),
    question: saying('above_upper_bound'),
  },
  {
    name: 'date_above_word',
    about: 'Later than the range, as a word.',
    kind: 'date',
    range: (schedule) => dateRange(schedule, 0.97),
    question: saying('above_upper_bound'),
  },
  {
    name: 'date_below_number',
    about: 'Earlier than the range, as a date.',
    kind: 'date',
    range: (schedule) => ({
      ...dateRange(schedule, 0.5),
      value: schedule.openAt / MICROS_PER_SECOND - 30 * 86_400,
    }),
  },
  {
    name: 'equal_to_lower',
    about: 'Equal to a closed bound: in range.',
    kind: 'numeric',
    range: fixed(CLOSED, 0),
  },
  {
    name: 'equal_to_upper',
    about: 'Equal to a closed bound: in range.',
    kind: 'numeric',
    range: fixed(CLOSED, 100),
  },
  {
    name: 'equal_to_open_upper',
    about: 'Equal to an open bound: in range.',
    kind: 'numeric',
    range: fixed(OPEN, 100),
  },
  {
    name: 'on_bucket_edge',
    about: 'On an edge: the bucket on the left.',
    kind: 'numeric',
    range: fixed(CLOSED, 50),
  },
  {
    name: 'past_bucket_edge',
    about: 'Just past an edge: the bucket on the right.',
    kind: 'numeric',
    range: fixed(CLOSED, 50.001),
  },
  {
    name: 'one_bound_open',
    about: 'Baseline density 0.95.',
    kind: 'numeric',
    range: fixed({ ...OPEN, openLower: false }, 37),
  },
  {
    name: 'exponent_number',
    about: 'A number with an exponent.',
    kind: 'numeric',
    range: fixed({ ...CLOSED, max: 1e18 }, 1e16),
  },
  {
    name: 'date_with_blank',
    about: 'A date with a blank and an offset.',
    kind: 'date',
    question: dated((iso) => iso.replace('T', ' ').replace('Z', '+00:00')),
  },
  { name: 'date_with_t_and_z', about: 'A date with T and Z.', kind: 'date', question: dated((iso) => iso) },
  {
    name: 'date_with_offset',
    about: 'A date with T and another offset.',
    kind: 'date',
    question: dated(withOffset),
  },
  {
    name: 'date_with_micros',
    about: 'A date with a blank and microseconds.',
    kind: 'date',
    question: dated((iso) => iso.replace('T', ' ').replace('Z', '.123456+00:00')),
  },
];
