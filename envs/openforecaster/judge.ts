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

/** A model asked for one completion. Rejects with JudgeUnreachable where it does not answer. */
export interface JudgeModel {
  name: string;
  complete(prompt: string, signal: AbortSignal): Promise<string>;
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

const ATTEMPTS = 2;

/** A model as judge: what is no clear verdict is asked for once more. */
export function modelJudge(model: JudgeModel): Judge {
  return {
    name: model.name,
    prompt: JUDGE_PROMPT,
    decide: async (input, signal) => {
      const prompt = judgePrompt(input);
      try {
        for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
          const match = parseVerdict((await model.complete(prompt, signal)).trim());
          if (match !== undefined) return { match };
        }
        return { unjudged: `${model.name} gave no verdict` };
      } catch (error) {
        if (error instanceof JudgeUnreachable) return { unjudged: `${model.name}: ${error.message}` };
        throw error;
      }
    },
  };
}
