import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type Completion,
  checkSubmission,
  EmptyGroundTruthError,
  heuristicMatch,
  parseCompletion,
  parseCompletionVerl,
  parseVerdict,
  parseVerdictEnvironment,
  parseVerdictVerl,
  publishedHeuristicMatch,
  rewardEnvHead,
  rewardReadme,
  rewardTrainVerl,
  scorePaper,
} from '../../../scoring/openforecaster/index.js';

const PATH = join(import.meta.dirname, '../../../../shared/reference/cases/reward.json');
/** What only a model can tell: meaning, not writing. */
const JUDGE_ONLY = new Set(['paraphrase']);

/** Section 5 of the reference: what is ours where the published readers slip. */
const STRICT: Readonly<Record<string, Completion>> = {
  tags_ok: { ok: true, answer: 'Intel', probability: 0.7 },
  no_prob: { ok: false, error: 'no_probability' },
  prob_zero: { ok: true, answer: 'Intel', probability: 0 },
  prob_70: { ok: false, error: 'bad_probability' },
  think_block: { ok: true, answer: 'Y', probability: 0.4 },
  unclosed: { ok: false, error: 'no_answer' },
};

const casesFile = z.object({
  cases: z.array(
    z.object({
      id: z.string(),
      ground_truth: z.string(),
      answer: z.unknown(),
      confidence: z.unknown(),
      expected_match: z.boolean().nullable(),
      published_heuristic_match: z.boolean().nullable(),
      expected_error: z.string().optional(),
      score_paper: z.number().optional(),
      reward_readme: z.number().optional(),
      reward_env_head: z.number().optional(),
      reward_train_verl: z.number().optional(),
    }),
  ),
  completion_parsing: z.array(
    z.object({
      id: z.string(),
      completion: z.string(),
      answer: z.string().nullable(),
      probability: z.number().nullable(),
      format_penalty_verl: z.number(),
    }),
  ),
  judge_parsing: z.array(
    z.object({
      id: z.string(),
      judge_output: z.string(),
      verl_extract_score: z.number().optional(),
      env_parse: z.number().optional(),
    }),
  ),
});
const empty = { cases: [], completion_parsing: [], judge_parsing: [] };
const file = existsSync(PATH) ? casesFile.parse(JSON.parse(readFileSync(PATH, 'utf8'))) : empty;

describe.skipIf(!existsSync(PATH))('the reference cases of OpenForecaster', () => {
  it.each(file.cases)('$id', (one) => {
    const input = { answer: one.answer, confidence: one.confidence };
    const check = checkSubmission(input);
    expect(check.ok).toBe(one.expected_error !== 'tool_input_validation_error');
    if (typeof one.answer === 'string')
      expect(publishedHeuristicMatch(one.ground_truth, one.answer)).toBe(one.published_heuristic_match);
    if (!check.ok) return;
    const { answer, confidence } = check.submission;
    if (one.expected_error === 'invalid_task') {
      expect(() => heuristicMatch(one.ground_truth, answer)).toThrow(EmptyGroundTruthError);
      return;
    }
    const isMatch = one.expected_match === true;
    expect(heuristicMatch(one.ground_truth, answer)).toBe(isMatch && !JUDGE_ONLY.has(one.id));
    expect(scorePaper(isMatch, confidence)).toBeCloseTo(one.score_paper ?? Number.NaN, 9);
    expect(rewardReadme(isMatch, confidence)).toBeCloseTo(one.reward_readme ?? Number.NaN, 9);
    expect(rewardEnvHead(isMatch, confidence)).toBe(one.reward_env_head);
    expect(rewardTrainVerl(isMatch, confidence)).toBeCloseTo(one.reward_train_verl ?? Number.NaN, 9);
  });

  it.each(file.completion_parsing)('completion $id', (one) => {
    const { answer, probability, formatPenalty } = parseCompletionVerl(one.completion);
    expect({ answer, probability, formatPenalty }).toEqual({
      answer: one.answer,
      probability: one.probability,
      formatPenalty: one.format_penalty_verl,
    });
  });

  it.each(file.completion_parsing)('completion $id, read strictly', ({ id, completion }) => {
    const found = parseCompletion(completion);
    expect(found).toEqual(STRICT[id]);
  });

  it.each(file.judge_parsing)('verdict $id is none to the strict reader', ({ judge_output }) => {
    expect(parseVerdict(judge_output)).toBeUndefined();
  });

  it.each(file.judge_parsing)('verdict $id', (one) => {
    if (one.verl_extract_score !== undefined)
      expect(parseVerdictVerl(one.judge_output)).toBe(one.verl_extract_score);
    if (one.env_parse !== undefined) expect(parseVerdictEnvironment(one.judge_output)).toBe(one.env_parse);
  });
});
