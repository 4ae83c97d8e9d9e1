import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { UsageError } from '../../common/errors.js';
import type { Dataset } from '../../pipelines/dataset.js';
import { parseSettings, refuseUnknownSettings, resolveParameters } from '../../pipelines/parameters.js';

const parameters = z.strictObject({
  share: z.number().min(0).max(1).default(0.25),
  from: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .default('2026-06-01'),
  project: z.string().optional(),
  fill: z.boolean().default(true),
});
const dataset = { name: 'polybench', parameters } as unknown as Dataset<z.infer<typeof parameters>>;

const resolve = (...texts: string[]) => resolveParameters(dataset, parseSettings(texts));

describe('parameters', () => {
  it('takes defaults and lists them under their full names', () => {
    expect(resolve().flat).toEqual({
      'polybench.share': 0.25,
      'polybench.from': '2026-06-01',
      'polybench.project': null,
      'polybench.fill': true,
      'gates.minKeptShare': 0.95,
      'gates.maxHiddenShare': 0.5,
    });
  });

  it('reads numbers, booleans, days, and texts that look like numbers', () => {
    const { dataset: values } = resolve(
      'polybench.share=0.5',
      'polybench.fill=false',
      'polybench.project=32979',
    );
    expect(values).toEqual({ share: 0.5, from: '2026-06-01', project: '32979', fill: false });
  });

  it('keeps what an earlier version used unless it is set', () => {
    const inherited = { 'polybench.share': 0.1, 'polybench.fill': false };
    expect(
      resolveParameters(dataset, parseSettings(['polybench.fill=true']), inherited).dataset,
    ).toMatchObject({
      share: 0.1,
      fill: true,
    });
  });

  it.each([
    ['polybench.share=2', 'polybench.share=2'],
    ['polybench.share=', 'polybench.share='],
    ['polybench.from=June', 'polybench.from=June'],
    ['gates.minKeptShare=-1', 'gates.minKeptShare=-1'],
  ])('refuses %s by name', (text, named) => {
    expect(() => resolve(text)).toThrow(UsageError);
    expect(() => resolve(text)).toThrow(named);
  });

  it('refuses unknown keys and texts without a value', () => {
    expect(() => refuseUnknownSettings(parseSettings(['polybench.shore=1']), [dataset])).toThrow(
      'polybench.shore',
    );
    expect(() => refuseUnknownSettings(parseSettings(['forecast.share=1']), [dataset])).toThrow(UsageError);
    expect(() =>
      refuseUnknownSettings(parseSettings(['polybench.share=1', 'gates.minKeptShare=1']), [dataset]),
    ).not.toThrow();
    expect(() => parseSettings(['polybench.share'])).toThrow(UsageError);
  });
});
