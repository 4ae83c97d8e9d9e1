import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { booleanGold, continuousGold } from '../../../pipelines/forecast/gold-confidence.js';
import {
  ALPHA,
  absoluteDayError,
  absoluteError,
  absolutePercentageError,
  absolutePercentageErrorLiteral,
  brierGold,
  crpsRaw,
  crpsSquashed,
  daysBetween,
  SIGMA,
  sigmaOf,
} from '../../../scoring/forecast/index.js';

const PATH = join(import.meta.dirname, '../../../../shared/reference/cases/metrics.json');
const sigma = z.object({ max: z.number(), min: z.number() });
const number = z.number();
const one = z.discriminatedUnion('metric', [
  z.object({ metric: z.literal('brier'), pred_conf: number, gold_conf: number, expected: number }),
  z.object({
    metric: z.literal('brier_mean'),
    pred_conf: z.array(number),
    gold_conf: z.array(number),
    expected: number,
  }),
  z.object({
    metric: z.literal('ade'),
    pred: z.string(),
    gold: z.string(),
    abs_days: number,
    expected: number,
  }),
  z.object({
    metric: z.literal('ape'),
    pred: number,
    gold: number,
    expected: number,
    expected_with_abs_gold: number.optional(),
  }),
  z.object({ metric: z.literal('mae'), pred: number, gold: number, expected: number }),
  z.object({
    metric: z.literal('crps'),
    kind: z.enum(['timeframe', 'quantity']),
    pred_minus_gold: number,
    pred_conf: number,
    gold_conf: number,
    sigma_pred: number,
    sigma_gold: number,
    expected_raw: number,
    expected_squashed: number,
  }),
  z.object({ metric: z.literal('gold_conf_boolean'), p_correct: number, expected: number }),
  z.object({
    metric: z.literal('gold_conf_continuous'),
    density: number,
    uniform_density: number,
    expected: number,
  }),
]);
type Case = z.infer<typeof one>;
const casesFile = z.object({
  constants: z.object({ alpha: number, sigma_timeframe: sigma, sigma_quantity: sigma }),
  cases: z.array(z.intersection(z.object({ id: z.string() }), one)),
});
const file = existsSync(PATH) ? casesFile.parse(JSON.parse(readFileSync(PATH, 'utf8'))) : undefined;

/** Pairs of found and right values. */
function pairs(of: Case): (readonly [found: number, right: number])[] {
  switch (of.metric) {
    case 'brier':
      return [[brierGold(of.pred_conf, of.gold_conf), of.expected]];
    case 'brier_mean': {
      const squares = of.pred_conf.map((p, index) => brierGold(p, of.gold_conf[index] ?? Number.NaN));
      return [[squares.reduce((sum, square) => sum + square, 0) / squares.length, of.expected]];
    }
    case 'ade':
      return [
        [absoluteDayError(of.pred, of.gold), of.expected],
        [Math.abs(daysBetween(of.pred, of.gold)), of.abs_days],
      ];
    case 'ape':
      return [
        [absolutePercentageErrorLiteral(of.pred, of.gold), of.expected],
        [absolutePercentageError(of.pred, of.gold), of.expected_with_abs_gold ?? of.expected],
      ];
    case 'mae':
      return [[absoluteError(of.pred, of.gold), of.expected]];
    case 'crps':
      return [
        [sigmaOf(of.pred_conf, SIGMA[of.kind]), of.sigma_pred],
        [sigmaOf(of.gold_conf, SIGMA[of.kind]), of.sigma_gold],
        [crpsRaw(of.kind, of.pred_minus_gold, of.pred_conf, of.gold_conf), of.expected_raw],
        [crpsSquashed(of.kind, of.pred_minus_gold, of.pred_conf, of.gold_conf), of.expected_squashed],
      ];
    case 'gold_conf_boolean':
      return [[booleanGold(of.p_correct).goldConfidence, of.expected]];
    case 'gold_conf_continuous':
      return [[continuousGold(of.density / of.uniform_density, 1, 0).goldConfidence, of.expected]];
  }
}

describe.skipIf(file === undefined)('the reference cases of FOReCAst', () => {
  it('has the constants of appendix D', () => {
    expect(file?.constants).toEqual({
      alpha: ALPHA,
      sigma_timeframe: SIGMA.timeframe,
      sigma_quantity: SIGMA.quantity,
    });
  });

  it.each(file?.cases ?? [])('$id', (of) => {
    for (const [found, right] of pairs(of))
      expect(Math.abs(found - right)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(right)));
  });
});
