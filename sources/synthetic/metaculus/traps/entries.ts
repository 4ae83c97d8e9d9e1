import type { InstantMicros } from '../../../../common/time.js';
import { type Entry, rounded } from '../aggregate.js';
import { HOUR } from '../clock.js';
import { quantile } from '../densities.js';
import type { QuestionModel } from '../model.js';
import { cutOf } from '../schedule.js';

/** The question with its newest entry changed; a question that was made without predictions stays as it is. */
export function withLast(question: QuestionModel, change: (entry: Entry) => Entry): QuestionModel {
  const last = question.entries.at(-1);
  return last ? { ...question, entries: [...question.entries.slice(0, -1), change(last)] } : question;
}

/** What stands at `at` ends there, and what starts later is gone. */
export function endingAt(question: QuestionModel, at: InstantMicros): QuestionModel {
  const earlier = { ...question, entries: question.entries.filter(({ startAt }) => startAt < at) };
  return withLast(earlier, (entry) => ({ ...entry, endAt: at }));
}

/** Two more entries after the cut, by people who know the outcome; the first ends what stood at the cut. */
export function withHindsight(
  question: QuestionModel,
  firstAt = cutOf(question.schedule) + HOUR,
): QuestionModel {
  const last = question.entries.at(-1);
  if (!last) return question;
  const secondAt = firstAt + 5 * HOUR;
  const known = hindsight(last, question.resolution);
  return {
    ...question,
    entries: [
      ...withLast(question, (entry) => ({ ...entry, endAt: firstAt })).entries,
      { ...known, startAt: firstAt, endAt: secondAt },
      { ...known, startAt: secondAt, endAt: null, forecasters: known.forecasters + 1 },
    ],
  };
}

/** An entry as it would be with other predictions: near certain for yes/no, another curve for continuous. */
function hindsight(entry: Entry, resolution: string | null): Entry {
  if (entry.values !== null && entry.values.length > 2) return bent(entry, entry.values);
  const yes = resolution === 'yes' ? 0.999 : 0.001;
  return {
    ...entry,
    lower: [yes],
    centers: [yes],
    upper: [yes],
    means: [yes],
    values: [rounded(1 - yes), yes],
    histogram: null,
  };
}

/** Bends a CDF between its ends, so that it rises later. */
function bent(entry: Entry, values: readonly number[]): Entry {
  const first = values[0] as number;
  const span = (values.at(-1) as number) - first;
  const cdf = values.map((value) => {
    const share = (value - first) / span;
    return rounded(first + span * (0.7 * share * share + 0.3 * share));
  });
  const at = (share: number): number[] => [quantile(cdf, share)];
  return { ...entry, lower: at(0.25), centers: at(0.5), upper: at(0.75), values: cdf };
}

/** A yes/no entry at one probability. */
export function certain(entry: Entry, yes: number): Entry {
  const all = [yes];
  return {
    ...entry,
    lower: all,
    centers: all,
    upper: all,
    means: all,
    values: [rounded(1 - yes), yes],
    histogram: null,
  };
}
