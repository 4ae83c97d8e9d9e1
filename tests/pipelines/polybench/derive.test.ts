import { describe, expect, it } from 'vitest';
import type { BuildContext, Derivation, PublishedVersion } from '../../../pipelines/dataset.js';
import { checkPolybench } from '../../../pipelines/polybench/check.js';
import { derivePolybench } from '../../../pipelines/polybench/derive.js';
import type { PolybenchParameters } from '../../../pipelines/polybench/parameters.js';
import { SchemaDriftError } from '../../../sources/http/errors.js';
import { Status } from '../../sources/fake-upstream.js';
import {
  collect,
  condition,
  contextOver,
  noToken,
  ordinary,
  type VenueMarket,
  venue,
  yesToken,
} from './venue.js';

/** Rule or split by market id. */
async function verdicts(derivation: Derivation): Promise<Record<string, unknown>> {
  const kept = (await collect(derivation.rows('markets'))).map((row) => [row.market_id, row.split]);
  const dropped = (await collect(derivation.dropped())).map(({ id, rule }) => [id, rule]);
  return Object.fromEntries([...kept, ...dropped]);
}

async function derived(markets: VenueMarket[], further: unknown[] = [], parameters: object = {}) {
  const { context, requests, tags } = contextOver(venue(markets, further), parameters);
  return { derivation: await derivePolybench(context), context, requests, tags };
}

describe('derivePolybench', () => {
  it('publishes the figures of a market, worked out by hand', async () => {
    const { derivation } = await derived([ordinary('7')]);
    expect(await collect(derivation.rows('markets'))).toEqual([
      {
        market_id: '7',
        split: 'train',
        condition_id: condition('7'),
        event_id: 'e7',
        slug: 'market-7',
        question: 'Will 7 happen?',
        description: '',
        category: 'Weather',
        tags: ['Weather', 'Coast'],
        outcome: 'NO',
        yes_label: 'Yes',
        yes_token_id: yesToken('7'),
        no_token_id: noToken('7'),
        opened_at: 1_769_936_400_123_456,
        end_date: 1_770_681_600_000_000,
        trading_ends_at: 1_770_292_800_000_000,
        resolution_date: '2026-02-05',
        window_start: '2026-02-02',
        start_price: 0.4,
        tradeable_days: 3,
        volume_usd: 3_000,
        // 1,000 at .40 of .40, 1,000 at 1 - .50 of .50, and 1,000 at .50 of .60, which is 10 cents away.
        capacity_usd: 500,
        neg_risk: false,
      },
    ]);
    const point = { market_id: '7', split: 'train', price_source: 'yes' };
    expect(await collect(derivation.rows('history'))).toEqual([
      { ...point, date: '2026-02-02', price: 0.4, volume: 1_000, liquidity: 1_000 },
      { ...point, date: '2026-02-03', price: 0.5, volume: 1_000, liquidity: 1_000 },
      { ...point, date: '2026-02-04', price: 0.6, volume: 1_000, liquidity: 0 },
    ]);
  });

  it('writes one file a market, with the keys in order and without a trader', async () => {
    const { derivation } = await derived([ordinary('7'), ordinary('30')]);
    const files = await collect(derivation.extraFiles === undefined ? nothing() : derivation.extraFiles());
    expect(files.map(({ path }) => path)).toEqual(['markets/7.json', 'markets/30.json']);
    const content = files[0]?.content ?? '';
    expect(
      content.endsWith(
        '"neg_risk":false,"history":[{"date":"2026-02-02","price":0.4,"volume":1000,"liquidity":1000},{"date":"2026-02-03","price":0.5,"volume":1000,"liquidity":1000},{"date":"2026-02-04","price":0.6,"volume":1000,"liquidity":0}]}\n',
      ),
    ).toBe(true);
    expect(content).toContain('"trading_ends_at":"2026-02-05T12:00:00Z"');
    expect(content).not.toMatch(/split|trader|wallet/);
    expect(Object.keys(JSON.parse(content)).slice(0, 3)).toEqual(['market_id', 'condition_id', 'event_id']);
  });

  it('drops each market under its first rule, and accounts for every candidate', async () => {
    const spoiled = (id: string, change: object) => ordinary(id, { spoil: { 1: change } });
    const { derivation } = await derived(
      [
        ordinary('1'),
        ordinary('2', { record: { outcomes: '["Yes"]' } }),
        ordinary('3', { record: { outcomes: '["Over", "Under"]' } }),
        ordinary('4', { record: { closedTime: '2026-12-01 00:00:00+00' } }),
        ordinary('5', { record: { outcomePrices: '["0.5", "0.5"]' } }),
        ordinary('6', { record: { outcomePrices: null } }),
        ordinary('7', { record: { closedTime: '2026-10-01 00:00:00+00' } }),
        ordinary('8', { yes: [] }),
        ordinary('9', { yes: [[2, 5, 0.96]] }),
        ordinary('10', { yes: [[4, 5, 0.5]] }),
        spoiled('11', { condition_id: condition('99') }),
        spoiled('12', { token_id: '5' }),
        spoiled('13', { price: 1.7 }),
        spoiled('14', { price: 'NaN' }),
        spoiled('15', { size: -1 }),
        spoiled('16', { timestamp: 1_770_000_000_000 }),
        ordinary('17', { tape: { data: [], pagination: { has_more: true, next_cursor: null } } }),
        ordinary('18', { tape: [] }),
        ordinary('19', { tape: new Status(404) }),
        ordinary('20', { record: { events: null } }),
        ordinary('21', { yes: [[2, 5, 1.7]] }),
        ordinary('100', { record: { events: [{ id: 'e1' }] } }),
        ordinary('101', { record: { events: [{ id: 'e1' }], volumeNum: '99.5' } }),
      ],
      [],
      { liquidityRuleFrom: '2026-03-01' },
    );
    expect(await verdicts(derivation)).toEqual({
      1: 'train',
      2: 'not_binary',
      3: 'labels',
      4: 'unresolved',
      5: 'split_resolution',
      6: 'no_outcome',
      7: 'outside_window',
      8: 'no_quotes',
      9: 'not_uncertain',
      10: 'too_few_tradeable_days',
      11: 'incomplete_tape',
      12: 'incomplete_tape',
      13: 'incomplete_tape',
      14: 'incomplete_tape',
      15: 'incomplete_tape',
      16: 'incomplete_tape',
      17: 'incomplete_tape',
      18: 'incomplete_tape',
      19: 'incomplete_tape',
      20: 'train',
      21: 'no_quotes',
      100: 'train',
      101: 'event_cap',
    });
    const dropped = derivation.funnel.reduce((sum, { count }) => sum + count, 0);
    expect(derivation.candidates).toBe(23);
    expect(dropped).toBe(20);
    expect(derivation.kept).toEqual({ train: { rows: 3, groups: 2 } });
    const ids = (await collect(derivation.evidence())).map(({ id }) => id);
    expect(ids).toHaveLength(23);
    expect(
      (await collect(derivation.rows('markets'))).find(({ market_id }) => market_id === '20'),
    ).toMatchObject({
      event_id: `cond:${condition('20')}`,
    });
  });

  it('passes combo trades over: 62 hex digits are no market', async () => {
    const combo = ordinary('7', { spoil: { 1: { condition_id: `0x${'a'.repeat(62)}` } } });
    const { derivation } = await derived([combo], [], { liquidityRuleFrom: '2026-03-01' });
    const history = await collect(derivation.rows('history'));
    expect(history.map(({ date, volume }) => [date, volume])).toEqual([
      ['2026-02-02', 1_000],
      ['2026-02-03', 0],
      ['2026-02-04', 1_000],
    ]);
  });

  it('applies the liquidity rule to markets that resolve from its day on', async () => {
    const { derivation } = await derived([ordinary('1')], [], { liquidityRuleFrom: '2026-02-05' });
    expect(await verdicts(derivation)).toEqual({ 1: 'illiquid' });
    const exempt = await derived([ordinary('1')], [], { liquidityRuleFrom: '2026-02-06' });
    expect(await verdicts(exempt.derivation)).toEqual({ 1: 'train' });
  });

  it('fills holes from the NO token, counts them, and leaves them where asked to', async () => {
    const market = ordinary('1', {
      yes: [
        [2, 10, 0.4],
        [4, 30, 0.6],
      ],
      no: [
        [2, 9, 0.9],
        [3, 9, 0.45],
      ],
    });
    const { derivation } = await derived([market]);
    const sources = (await collect(derivation.rows('history'))).map(({ date, price, price_source }) => [
      date,
      price,
      price_source,
    ]);
    expect(sources).toEqual([
      ['2026-02-02', 0.4, 'yes'],
      ['2026-02-03', 0.55, 'no_complement'],
      ['2026-02-04', 0.6, 'yes'],
    ]);
    expect(derivation.gates).toMatchObject([
      { name: 'days_filled_from_no_token', value: 1 },
      // The day of closing has none: its midnight lies in the market's life.
      { name: 'days_without_quote', value: 1 },
    ]);
    const open = await derived([market], [], { fillGaps: false });
    expect(await collect(open.derivation.rows('history'))).toHaveLength(2);
    expect(open.derivation.gates[1]).toMatchObject({ value: 2 });
    expect(open.requests.some((name) => name.includes(noToken('1')))).toBe(false);
  });

  it('asks for nothing that cheap rules make needless', async () => {
    const { requests, tags } = await derived([
      ordinary('1', {
        yes: [
          [2, 1, 0.4],
          [3, 1, 0.4],
          [4, 1, 0.4],
          [5, 1, 0.4],
        ],
      }),
      ordinary('2', { record: { outcomes: '["Up", "Down"]' } }),
      ordinary('3', {
        yes: [
          [2, 1, 0.01],
          [3, 1, 0.01],
          [4, 1, 0.4],
          [5, 1, 0.4],
        ],
      }),
    ]);
    expect(requests.map((name) => name.split(/[?&]/).slice(0, 2).join('?')).sort()).toEqual([
      `clob /prices-history?market=${yesToken('1')}`,
      `clob /prices-history?market=${yesToken('3')}`,
      `data /v2/trades?condition=${condition('1')}`,
      'gamma /markets/keyset?closed=true',
    ]);
    expect(new Set(tags)).toEqual(new Set(['final 2026-02-05T12:00:00Z']));
  });

  it('lists a market once that pages repeat, and names malformed records', async () => {
    const many = Array.from({ length: 120 }, (_, index) => ordinary(String(index + 1)));
    const { derivation } = await derived(many, [
      { id: '7', conditionId: condition('7'), closed: true },
      { id: '500', conditionId: condition('500'), closed: 'yes' },
    ]);
    expect(derivation.candidates).toBe(121);
    expect(await collect(derivation.dropped())).toEqual([
      { id: '500', rule: 'malformed_record', detail: expect.stringContaining('closed') },
    ]);
  });

  it('ends with the field where more than one in a hundred records is malformed', async () => {
    const many = Array.from({ length: 98 }, (_, index) => ordinary(String(index + 1)));
    const bad = (id: string) => ({ id, conditionId: condition(id), closed: 'yes' });
    await expect(derived(many, [bad('500'), bad('501')])).rejects.toThrow(/gamma .* closed/);
    await expect(derived(many, [bad('500'), bad('501')])).rejects.toThrow(SchemaDriftError);
  });

  it('ends with the field where the trades of all markets have drifted', async () => {
    const drifted = { 0: { size: null }, 1: { size: null }, 2: { size: null } };
    const markets = Array.from({ length: 3 }, (_, index) => ordinary(String(index + 1), { spoil: drifted }));
    await expect(derived(markets)).rejects.toThrow(/rows\[\]\.size: 3 of 3 tapes/);
  });

  it('publishes nothing from half a listing', async () => {
    let page = 0;
    const { context } = contextOver(() => ({ markets: [], next_cursor: `c${page++}` }));
    await expect(derivePolybench(context)).rejects.toThrow(/not complete/);
  });

  it('says where a quote gives the outcome away', async () => {
    const { derivation } = await derived([
      ordinary('1', {
        yes: [
          [2, 1, 0.4],
          [3, 1, 0.5],
          [4, 1, 1],
        ],
      }),
    ]);
    expect(await collect(derivation.audit())).toEqual([
      { id: '1', check: 'quote_at_bound', detail: expect.stringContaining('2026-02-04') },
    ]);
  });

  it('keeps splits and legs of the version before', async () => {
    const leg = (id: string, more: Partial<VenueMarket> = {}) =>
      ordinary(id, { record: { events: [{ id: 'e' }] }, ...more });
    const first = await derived([leg('1')]);
    const rows = await collect(first.derivation.rows('markets'));
    const previous: PublishedVersion = {
      version: '2026-11-29',
      dir: '/nowhere',
      manifest: {} as PublishedVersion['manifest'],
      rows: async function* () {
        yield* rows;
      },
    };
    const many = [leg('1', { trades: [] }), leg('2'), leg('3')];
    const { context } = contextOver(venue(many), {}, { previous });
    expect(await verdicts(await derivePolybench(context))).toEqual({
      1: 'train',
      2: 'train',
      3: 'event_cap',
    });
    const later = contextOver(venue(many), { testFrom: '2026-02-05' }, { previous }).context;
    expect(await verdicts(await derivePolybench(later))).toEqual({
      1: 'train',
      2: 'event_split',
      3: 'event_split',
    });
  });

  it('comes out the same with any number of jobs and from records that are stored already', async () => {
    const markets = Array.from({ length: 25 }, (_, index) => ordinary(String(index + 1)));
    const tables = async (context: BuildContext<PolybenchParameters>) => {
      const derivation = await derivePolybench(context);
      return [
        await collect(derivation.rows('markets')),
        await collect(derivation.rows('history')),
        derivation.sources,
      ];
    };
    const one = contextOver(venue(markets), {}, { jobs: 1 }).context;
    const first = await tables(one);
    expect(await tables(contextOver(venue(markets), {}, { jobs: 9 }).context)).toEqual(first);
    expect(await tables(one)).toEqual(first);
  });

  it('passes its own check, and wrong rows do not', async () => {
    const { derivation, context } = await derived([ordinary('1'), ordinary('2')]);
    expect(await collect(checkPolybench(derivation.rows, context.parameters))).toEqual([]);
    const raised = (table: string) =>
      change(derivation.rows(table), table === 'history' ? { volume: 2_000 } : {});
    const checks = (await collect(checkPolybench(raised, context.parameters))).map(({ check }) => check);
    expect(checks).toEqual(['figures_follow_history', 'figures_follow_history']);
  });
});

async function* nothing(): AsyncGenerator<never> {}

async function* change(rows: AsyncIterable<object>, changes: object) {
  for await (const row of rows) yield { ...row, ...changes };
}
