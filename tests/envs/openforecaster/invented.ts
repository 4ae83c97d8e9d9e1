import { chooseJudge, type Variables } from '../../../envs/openforecaster/choose-judge.js';
import { openForecasterEnvironment } from '../../../envs/openforecaster/environment.js';
import type { QuestionStore } from '../../../envs/openforecaster/questions.js';
import type { ToolOutput } from '../../../envs/ors/environment.js';
import type { RewardFormula } from '../../../scoring/openforecaster/index.js';

/** A store of invented questions, held in memory. */
export function inventQuestions(answers: readonly string[]): QuestionStore {
  const ids = answers.map((_, index) => `openforesight:${index}`);
  return {
    version: '2026-11-30',
    splits: new Map([['test', ids]]),
    load: async (_, id) => {
      const answer = answers[ids.indexOf(id)];
      if (answer === undefined) throw new RangeError('no such question');
      return { question: `Which firm will be named in item ${id}?`, prompt: `Forecast item ${id}.`, answer };
    },
    close: () => Promise.resolve(),
  };
}

export interface Round {
  answer: string;
  submission: object;
  variables?: Variables;
  secrets?: Readonly<Record<string, string>>;
  formula?: RewardFormula;
}

/** Answers one invented question. */
export async function submit({ answer, submission, ...round }: Round): Promise<ToolOutput> {
  const environment = openForecasterEnvironment({
    questions: inventQuestions([answer]),
    formula: round.formula ?? 'reward_readme@1',
    judgeOf: (secrets) => chooseJudge(secrets, round.variables ?? {}),
  });
  const secrets = new Map(Object.entries(round.secrets ?? {}));
  const episode = await environment.open(environment.task('test', 0), secrets);
  return episode.call('submit_answer', submission, new AbortController().signal);
}
