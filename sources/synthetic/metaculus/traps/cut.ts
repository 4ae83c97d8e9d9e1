import { BUILD_CLOCK, DAY, HOUR, MINUTE, SITE_NOW } from '../clock.js';
import { cutOf, type Schedule } from '../schedule.js';
import type { Trap } from '../trap.js';
import { certain, endingAt, withHindsight, withLast } from './entries.js';

/** The resolution is dated back to well before it was typed in, while people went on predicting. */
function retroactive(schedule: Schedule): Schedule {
  const set = schedule.resolvedAt ?? SITE_NOW;
  const cut = Math.floor((schedule.openAt + 0.6 * (set - schedule.openAt)) / MINUTE) * MINUTE;
  const closeAt = Math.min(cut, schedule.scheduledCloseAt);
  return { ...schedule, resolvedAt: closeAt, closeAt, resolutionSetAt: set + MINUTE };
}

/** What stands at the cut, and when the cut is. */
export const CUT_TRAPS: readonly Trap[] = [
  {
    name: 'retroactive_new_shape',
    about: 'Dated back: entries after the cut, `latest` among them; no means in the history.',
    kind: 'binary',
    shape: 'new',
    copies: { small: 2, full: 20, large: 300 },
    schedule: retroactive,
    question: (question) => withHindsight(question),
  },
  {
    name: 'retroactive_old_shape',
    about: 'Dated back, with means in every entry.',
    kind: 'binary',
    shape: 'old',
    copies: { small: 1, full: 10, large: 100 },
    schedule: retroactive,
    question: (question) => withHindsight(question),
  },
  {
    name: 'retroactive_continuous',
    about: 'Dated back: `latest` starts after the cut; the aggregation explorer has the CDF at the cut.',
    kind: 'numeric',
    copies: { small: 2, full: 12, large: 120 },
    schedule: retroactive,
    question: (question) => withHindsight(question),
  },
  {
    name: 'retroactive_date',
    about: 'The same for a date question.',
    kind: 'date',
    schedule: retroactive,
    question: (question) => withHindsight(question),
  },
  {
    name: 'retroactive_explorer_missing',
    about: 'Dated back, and the aggregation explorer answers 404.',
    kind: 'numeric',
    schedule: retroactive,
    explorerStatus: 404,
    question: (question) => withHindsight(question),
  },
  {
    name: 'retroactive_explorer_forbidden',
    about: 'Dated back, and the aggregation explorer answers 403.',
    kind: 'discrete',
    schedule: retroactive,
    explorerStatus: 403,
    question: (question) => withHindsight(question),
  },
  {
    name: 'retroactive_group',
    about: 'A group whose members were dated back.',
    kind: 'group_of_questions',
    group: { type: 'binary', members: 4, fan: false },
    schedule: retroactive,
    question: (question) => withHindsight(question),
  },
  {
    name: 'entry_ends_at_cut_next_starts',
    about: 'One entry ends exactly at the cut and the next starts there: the next one stands.',
    kind: 'binary',
    question: (question) => withHindsight(question, cutOf(question.schedule)),
  },
  {
    name: 'entry_ends_at_cut',
    about: 'The last entry ends exactly at the cut and nothing follows: it is stale by no time at all.',
    kind: 'binary',
    question: (question) => endingAt(question, cutOf(question.schedule)),
  },
  {
    name: 'stale_within_a_day',
    about: 'The last entry ended a few hours before the cut.',
    kind: 'binary',
    question: (question, { random }) =>
      endingAt(question, cutOf(question.schedule) - random.int(1, 23) * HOUR),
  },
  {
    name: 'stale_by_a_day',
    about: 'The last entry ended exactly 24 hours before the cut.',
    kind: 'binary',
    question: (question) => endingAt(question, cutOf(question.schedule) - DAY),
  },
  {
    name: 'stale_beyond_a_day',
    about: 'The last entry ended more than 24 hours before the cut: no prediction stands.',
    kind: 'binary',
    question: (question) => endingAt(question, cutOf(question.schedule) - DAY - HOUR),
  },
  {
    name: 'only_later_entries',
    about: 'Every entry starts after the cut.',
    kind: 'binary',
    question: (question) => {
      const late = cutOf(question.schedule) + HOUR;
      const last = question.entries.slice(-1);
      return { ...question, entries: last.map((entry) => ({ ...entry, startAt: late, endAt: null })) };
    },
  },
  {
    name: 'expires_after_close',
    about: 'The last entry ends after the close without a withdrawal: it stands.',
    kind: 'binary',
    question: (question) =>
      withLast(question, (entry) => ({ ...entry, endAt: cutOf(question.schedule) + 3 * DAY })),
  },
  {
    name: 'cut_is_resolution',
    about: 'The actual close lies after the resolution: the cut is the resolution.',
    kind: 'binary',
    schedule: (schedule) => {
      const closeAt = Math.min((schedule.resolvedAt ?? SITE_NOW) + 20 * DAY, SITE_NOW - DAY);
      return { ...schedule, scheduledCloseAt: closeAt, closeAt };
    },
    question: (question) => withHindsight(question),
  },
  {
    name: 'cut_is_scheduled_close',
    about: 'The actual close lies after the scheduled one: the cut is the scheduled close.',
    kind: 'binary',
    schedule: (schedule) => {
      const resolvedAt = schedule.resolvedAt ?? SITE_NOW;
      const scheduledCloseAt =
        Math.floor((schedule.openAt + 0.6 * (resolvedAt - schedule.openAt)) / MINUTE) * MINUTE;
      return { ...schedule, scheduledCloseAt, closeAt: resolvedAt };
    },
    question: (question) => withHindsight(question),
  },
  {
    name: 'resolved_before_open',
    about: 'An edit left the opening after the resolution; predictions are older.',
    kind: 'binary',
    question: (question) => {
      const openAt = (question.schedule.resolvedAt ?? SITE_NOW) + 5 * DAY;
      return { ...question, schedule: { ...question.schedule, openAt } };
    },
  },
  {
    name: 'resolves_after_build_clock',
    about: 'Resolved on the site, but after the default build clock: unresolved for a build.',
    kind: 'binary',
    copies: { small: 2, full: 8, large: 60 },
    schedule: (schedule) => {
      const resolvedAt = BUILD_CLOCK + 9 * DAY;
      const closeAt = Math.min(resolvedAt, schedule.scheduledCloseAt);
      const resolutionSetAt = resolvedAt + HOUR;
      return { ...schedule, closeAt, resolvedAt, resolutionSetAt, scheduledResolveAt: resolvedAt };
    },
  },
  {
    name: 'probability_at_limit',
    about: 'The community is as sure as the site allows, 0.999 or 0.001; some are wrong.',
    kind: 'binary',
    question: (question, { copy }) =>
      withLast(question, (entry) => certain(entry, copy % 2 === 0 ? 0.999 : 0.001)),
  },
];
