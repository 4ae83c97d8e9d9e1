import { HOUR } from '../clock.js';
import type { QuestionModel } from '../model.js';
import type { Json, Trap, TrapContext } from '../trap.js';

/** The first two members stay resolved; the others are still closed or open. */
function pending(question: QuestionModel, { member }: TrapContext): QuestionModel {
  if (member < 2) return question;
  const schedule = { ...question.schedule, resolvedAt: null, resolutionSetAt: null };
  return { ...question, schedule, state: 'closed', resolution: null };
}

/** Forms of posts, states of listings, and records that are not what they should be. */
export const FORM_TRAPS: readonly Trap[] = [
  {
    name: 'group_binary',
    about: 'Six yes/no members; a list shows predictions of the first three, the post itself of all.',
    kind: 'group_of_questions',
    group: { type: 'binary', members: 6, fan: false },
  },
  {
    name: 'group_numeric',
    about: 'Five quantities; the same cut-off in lists.',
    kind: 'group_of_questions',
    group: { type: 'numeric', members: 5, fan: false },
  },
  {
    name: 'group_fan',
    about: 'A fan graph over days: lists show all members.',
    kind: 'group_of_questions',
    group: { type: 'numeric', members: 5, fan: true },
  },
  {
    name: 'group_date',
    about: 'Four dates.',
    kind: 'group_of_questions',
    group: { type: 'date', members: 4, fan: false },
  },
  {
    name: 'group_partly_resolved',
    about: 'Listed as resolved with two members resolved and the post itself not.',
    kind: 'group_of_questions',
    copies: { small: 2, full: 10, large: 100 },
    group: { type: 'binary', members: 5, fan: false },
    question: pending,
  },
  { name: 'multiple_choice', about: 'One of several options.', kind: 'multiple_choice' },
  { name: 'conditional', about: 'The branch that was not taken is annulled.', kind: 'conditional' },
  { name: 'notebook', about: 'No question at all; never listed as resolved.', kind: 'notebook' },
  { name: 'status_approved', about: 'Approved, but not open yet.', kind: 'binary', state: 'upcoming' },
  {
    name: 'unresolved_open',
    about: 'Open; the actual close repeats the scheduled one.',
    kind: 'binary',
    state: 'open',
  },
  {
    name: 'unresolved_closed',
    about: 'Closed, waiting for its resolution.',
    kind: 'binary',
    state: 'closed',
  },
  {
    name: 'listed_twice',
    about: 'Listed a second time on a later page, as when rows move between pages.',
    kind: 'binary',
    copies: { small: 3, full: 10, large: 60 },
    listedAgainAfter: 120,
  },
  {
    name: 'categories_missing',
    about: 'No key `category` in `projects`.',
    kind: 'binary',
    wirePost: (record) => {
      const { category: _, ...projects } = record.projects as Json;
      return { ...record, projects };
    },
  },
  {
    name: 'nulls',
    about: 'Criteria, fine print, unit and label are null; there is a background.',
    kind: 'binary',
    wireQuestion: (record) => ({
      ...record,
      ...{ unit: null, label: null },
      ...('description' in record ? { resolution_criteria: null, fine_print: null } : {}),
    }),
  },
  {
    name: 'resolution_set_later',
    about: 'The resolution was typed in hours after it became known.',
    kind: 'binary',
    schedule: (schedule) => ({
      ...schedule,
      resolutionSetAt: schedule.resolvedAt === null ? null : schedule.resolvedAt + 30 * HOUR,
    }),
  },
  {
    name: 'malformed_question',
    about: 'A question whose id is a text that reads like a path.',
    kind: 'binary',
    copies: { small: 1, full: 4, large: 40 },
    wireQuestion: (record) => ({ ...record, id: '../../../../etc/passwd' }),
  },
  {
    name: 'malformed_post',
    about: 'A post that holds none of the four forms.',
    kind: 'binary',
    copies: { small: 1, full: 4, large: 40 },
    wirePost: ({ question: _, ...record }) => record,
  },
];
