import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseInstant } from '../../../common/time.js';
import { labelOf } from '../../../pipelines/forecast/label.js';
import { normalizePost } from '../../../pipelines/forecast/normalize.js';
import { forecastParameters } from '../../../pipelines/forecast/parameters.js';
import { forecastRules } from '../../../pipelines/forecast/rules.js';
import { judge } from '../../../pipelines/stages/rules.js';

const DIR = new URL('../../../../shared/recorded/metaculus/', import.meta.url);
const recorded = existsSync(new URL('posts.jsonl', DIR));

interface Expected {
  id: string;
  name: string;
  rules: string[];
  confidence: number;
  withCenters: number;
}

/** Rows of an independent reading of the rules over recorded posts, those that are listed. */
function expectedRows(): Expected[] {
  const lines = readFileSync(new URL('expected.tsv', DIR), 'utf8').trimEnd().split('\n').slice(1);
  return lines
    .map((line) => line.split('\t'))
    .filter(([, , , , expected]) => expected !== 'not listed')
    .map(([post, question, , name = '', expected = '', , confidence, withCenters]) => ({
      id: question ? `metaculus:${question}` : `metaculus:post:${post}`,
      name,
      rules: expected.split('|'),
      confidence: Number(confidence),
      withCenters: Number(withCenters),
    }));
}

describe.skipIf(!recorded)('recorded posts', () => {
  const asOf = parseInstant('2026-11-30') ?? Number.NaN;
  const posts = recorded ? readFileSync(new URL('posts.jsonl', DIR), 'utf8').trimEnd().split('\n') : [];
  const records = new Map(
    posts
      .flatMap((line) => normalizePost(JSON.parse(line), { sha256: '', pointer: '' }, asOf))
      .map((record) => [record.candidate_id, record]),
  );
  const inputs = (statistic: 'means' | 'centers') => ({
    ...forecastParameters.parse({ communityStatistic: statistic }),
    asOf,
    earlierCriteria: () => undefined,
  });

  it.each(recorded ? expectedRows() : [])('$name', ({ id, rules, confidence, withCenters }) => {
    const record = records.get(id);
    if (record === undefined) throw new Error(`${id} is no candidate`);
    const verdict = judge(forecastRules, record, inputs('means'));
    expect(rules, verdict?.detail).toContain(verdict?.rule ?? 'kept');
    if (verdict !== undefined) return;
    expect(Math.abs(labelOf(record, inputs('means')).gold_confidence - confidence)).toBeLessThan(1e-12);
    if (withCenters > 0)
      expect(Math.abs(labelOf(record, inputs('centers')).gold_confidence - withCenters)).toBeLessThan(1e-12);
  });
});
