import { describe, expect, it } from 'vitest';
import { type FiguredRule, readRules } from '../../../pipelines/polybench/readings.js';
import { judge } from '../../../pipelines/stages/rules.js';

const atMost = (name: string, limit: number): FiguredRule<number, string> => ({
  name,
  doc: '',
  test: (value) => (value > limit ? `${value} is too much` : undefined),
  figure: (value, unit) => `${value} ${unit} of ${limit}`,
});
const rules = [atMost('wide', 9), atMost('narrow', 5), atMost('strict', 1)];

describe('readRules', () => {
  it('shows a figure for every rule that keeps the record', () => {
    expect(readRules(rules, 1, 'm')).toEqual([
      { rule: 'wide', figure: '1 m of 9' },
      { rule: 'narrow', figure: '1 m of 5' },
      { rule: 'strict', figure: '1 m of 1' },
    ]);
  });

  it('stops at the rule that judge names', () => {
    const readings = readRules(rules, 7, 'm');
    expect(readings.map(({ rule }) => rule)).toEqual(['wide', 'narrow']);
    const { rule, detail } = readings.at(-1) ?? {};
    expect({ rule, detail }).toEqual(judge(rules, 7, 'm'));
  });
});
