import { z } from 'zod';
import {
  checkSubmission,
  DEFAULT_CONFIDENCE,
  type RewardFormula,
  rewardOf,
  type Submission,
} from '../../scoring/openforecaster/index.js';
import { type Environment, type Episode, type TaskSpec, type ToolOutput, text } from '../ors/environment.js';
import { HttpProblem, ToolRefusal } from '../ors/problems.js';
import type { Secrets } from '../ors/secrets.js';
import { callTool, inputSchema, type Tool } from '../ors/tools.js';
import { TaskList } from '../tasks.js';
import type { Judge, Verdict } from './judge.js';
import type { Question, QuestionStore } from './questions.js';

export interface OpenForecasterOptions {
  questions: QuestionStore;
  formula: RewardFormula;
  /** The judge of a session by its secrets. */
  judgeOf(secrets: Secrets): Judge;
}

/** One question being answered. */
class OpenForecasterEpisode implements Episode {
  constructor(
    private readonly question: Question,
    private readonly judge: Judge,
    private readonly formula: RewardFormula,
  ) {}

  prompt() {
    return [text(`${this.question.prompt}\n\n${INSTRUCTION}`)];
  }

  call(name: string, input: unknown, signal: AbortSignal): Promise<ToolOutput> {
    return callTool(TOOLS, this, { name, input, signal });
  }

  /** Judges and pays the answer; a client learns whether it was right, and never the answer itself. */
  async submit(submission: Submission, signal: AbortSignal): Promise<ToolOutput> {
    const { question, answer: groundTruth } = this.question;
    const verdict = await this.judge.decide({ question, groundTruth, response: submission.answer }, signal);
    const metadata = {
      correct: 'match' in verdict ? verdict.match : null,
      confidence: submission.confidence,
      judge: this.judge.name,
      judge_prompt: this.judge.prompt,
      reward: formulaSpec(this.formula),
      ...('unjudged' in verdict ? { unjudged: verdict.unjudged } : {}),
    };
    const reward = 'match' in verdict ? rewardOf(this.formula, verdict.match, submission.confidence) : null;
    return { blocks: [text(sentence(verdict, reward))], metadata, reward, finished: true };
  }
}

const INSTRUCTION =
  'When you have decided, call the tool submit_answer once, with your answer in a few words and your confidence that it is right (0 to 1). It ends the task.';

/** Answers are a few words; a judge is not sent essays. */
const LONGEST_ANSWER = 2_000;

const input = z.object({
  answer: z.string().max(LONGEST_ANSWER).describe('Your final answer, in a few words.'),
  confidence: z
    .number()
    .min(0)
    .max(1)
    .default(DEFAULT_CONFIDENCE)
    .describe('Probability that the answer is right.'),
});

const submitAnswer: Tool<OpenForecasterEpisode> = {
  definition: {
    name: 'submit_answer',
    description: 'Submits the final answer with a confidence, and ends the task.',
    input_schema: inputSchema(input),
  },
  run: (episode, given, signal) => {
    const checked = checkSubmission(given);
    if (!checked.ok) throw new ToolRefusal(`Tool input validation error: ${checked.error}`);
    if (checked.submission.answer.length > LONGEST_ANSWER)
      throw new ToolRefusal(`Tool input validation error: answer: at most ${LONGEST_ANSWER} characters`);
    return episode.submit(checked.submission, signal);
  },
};

const TOOLS: readonly Tool<OpenForecasterEpisode>[] = [submitAnswer];

/** The environment over the questions of a version; each task is one question. */
export function openForecasterEnvironment(options: OpenForecasterOptions): Environment {
  const { questions, formula } = options;
  const tasks = new TaskList(
    new Map(
      [...questions.splits].map(([split, ids]) => [split, ids.map((id) => specOf(split, id, options))]),
    ),
  );
  return {
    name: 'openforecaster',
    splits: tasks.splits,
    tools: TOOLS.map(({ definition }) => definition),
    count: (split) => tasks.count(split),
    task: (split, index) => tasks.task(split, index),
    close: () => questions.close(),
    open: async (wanted, secrets) => {
      const { split, question_id: id } = tasks.listed(wanted);
      const question = await questions.load(String(split), String(id));
      if (question.answer.trim() === '') throw new HttpProblem(400, 'the question has no answer to judge by');
      return new OpenForecasterEpisode(question, options.judgeOf(secrets), formula);
    },
  };
}

function specOf(split: string, id: string, { questions, formula }: OpenForecasterOptions): TaskSpec {
  return {
    dataset: 'openforesight',
    version: questions.version,
    split,
    question_id: id,
    reward: formulaSpec(formula),
  };
}

/** `reward_readme@1` as name and number. */
function formulaSpec(formula: RewardFormula): { formula: string; version: number } {
  const [name = formula, version] = formula.split('@');
  return { formula: name, version: Number(version) };
}

function sentence(verdict: Verdict, reward: number | null): string {
  if ('unjudged' in verdict) return 'The answer could not be judged; it pays nothing.';
  return `${verdict.match ? 'Correct.' : 'Incorrect.'} Reward ${reward?.toFixed(4)}.`;
}
