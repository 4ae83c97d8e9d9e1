/** A yes-or-no forecast beside what happened. */
export interface BooleanOutcome {
  /** The answer was Yes. */
  predicted: boolean;
  /** It happened. */
  happened: boolean;
}

/** Share of right answers; undefined without an answer. */
export function accuracy(outcomes: readonly BooleanOutcome[]): number | undefined {
  if (outcomes.length === 0) return undefined;
  const right = outcomes.filter(({ predicted, happened }) => predicted === happened).length;
  return right / outcomes.length;
}

/**
 * F1 of the answer Yes: 2 TP / (2 TP + FP + FN); undefined where nobody said Yes and nothing happened. Questions without
 * an answer are `missing`, and count as answered wrongly: what happened as not found, what did not as a false alarm.
 */
export function f1(outcomes: readonly BooleanOutcome[], missing = 0): number | undefined {
  const hits = outcomes.filter(({ predicted, happened }) => predicted && happened).length;
  const wrong = outcomes.filter(({ predicted, happened }) => predicted !== happened).length + missing;
  return hits + wrong === 0 ? undefined : (2 * hits) / (2 * hits + wrong);
}

/** What an answer with a confidence gives to Yes: the confidence, or what is left of one. */
export function probabilityOfYes(answeredYes: boolean, confidence: number): number {
  return answeredYes ? confidence : 1 - confidence;
}

/**
 * `brier_gold@1`, eq. 2 for one question: (C_pred - C_gold)^2, where C_pred is the probability given to what happened:
 * the confidence of a right answer, one minus that of a wrong one. A boolean gold confidence is at most 0.7311, so a
 * perfect and certain forecast scores 0.0723.
 */
export function brierGold(probabilityOfOutcome: number, goldConfidence: number): number {
  return (probabilityOfOutcome - goldConfidence) ** 2;
}

/** `brier_outcome@1`: (P(Yes) - y)^2, the ordinary score against what happened. */
export function brierOutcome(probability: number, happened: boolean): number {
  return (probability - (happened ? 1 : 0)) ** 2;
}
