import {
  HEURISTIC,
  heuristicMatch,
  JUDGE_PROMPT,
  type JudgeInput,
  judgePrompt,
  parseVerdict,
} from '../../scoring/openforecaster/index.js';

/** A verdict, or why there is none: then the answer counts as not judged, never as wrong. */
export type Verdict = { match: boolean } | { unjudged: string };

/** Decides whether an answer says what the ground truth says. */
export interface Judge {
  /** What decides, recorded with the reward: a model with its provider, or the heuristic's name and version. */
  name: string;
  /** Name and version of the prompt that a model was given; null where there is none. */
  prompt: string | null;
  /** Never rejects. */
  decide(input: JudgeInput, signal: AbortSignal): Promise<Verdict>;
}

/** A model asked for one completion. */
export interface JudgeModel {
  name: string;
  /**
   * What the model says next. `turns` are what we and the model said so far, in turn, we first and last. Rejects with
   * JudgeUnreachable where it does not answer.
   */
  complete(turns: readonly string[], signal: AbortSignal): Promise<string>;
}

/** The provider refused, stayed out of reach or answered what is no answer. Holds no key. */
export class JudgeUnreachable extends Error {
  override readonly name = 'JudgeUnreachable';
}

/** The judge where there is no key. */
export const heuristicJudge: Judge = {
  name: HEURISTIC,
  prompt: null,
  decide: ({ groundTruth, response }) => Promise.resolve({ match: heuristicMatch(groundTruth, response) }),
};

const REMINDER = 'Reply with the JSON object alone: no other text, no code fence.';

/** A model as judge: where its reply is no clear verdict it is reminded of the form, once. */
export function modelJudge(model: JudgeModel): Judge {
  return {
    name: model.name,
    prompt: JUDGE_PROMPT,
    decide: async (input, signal) => {
      const prompt = judgePrompt(input);
      try {
        const reply = (await model.complete([prompt], signal)).trim();
        const first = parseVerdict(reply);
        if (first !== undefined) return { match: first };
        const turns = reply === '' ? [prompt] : [prompt, reply, REMINDER];
        const second = parseVerdict((await model.complete(turns, signal)).trim());
        return second === undefined ? { unjudged: `${model.name} gave no verdict` } : { match: second };
      } catch (error) {
        if (error instanceof JudgeUnreachable) return { unjudged: `${model.name}: ${error.message}` };
        throw error;
      }
    },
  };
}
