import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../common/errors.js';
import type { Derivation, PublishedVersion } from '../../../pipelines/dataset.js';
import { derivePolybench } from '../../../pipelines/polybench/derive.js';
import { rederiveFlow } from '../../../pipelines/polybench/only-flow.js';
import type { Row } from '../../../schemas/table.js';
import { collect, condition, contextOver, freshDir, ordinary, type VenueMarket, venue } from './venue.js';

const AS_OF = '2026-11-30T00:00:00Z';
/** Resolves in the test split. */
const late = (id: string): VenueMarket => ordinary(id, { record: { events: [{ id: `e${id}` }] } });

/** A derivation as a version on disk: tables split by split, ledgers as JSON Lines. */
async function published(derivation: Derivation): Promise<PublishedVersion> {
  const dir = freshDir();
  const lines = (rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  writeFileSync(join(dir, 'dropped.jsonl'), lines(await collect(derivation.dropped())));
  writeFileSync(join(dir, 'audit.jsonl'), lines(await collect(derivation.audit())));
  writeFileSync(join(dir, 'evidence.jsonl'), lines(await collect(derivation.evidence())));
  const tables = new Map<string, Row[]>();
  for (const name of ['markets', 'history']) {
    const rows = await collect(derivation.rows(name));
    tables.set(
      name,
      derivation.splits.flatMap((split) => rows.filter((row) => row.split === split)),
    );
  }
  const keptRows = tables.get('markets')?.length ?? Number.NaN;
  return {
    version: '2026-11-30',
    dir,
    manifest: {
      ...({} as PublishedVersion['manifest']),
      as_of: AS_OF,
      funnel: [
        { rule: 'candidates', count: derivation.candidates },
        ...derivation.funnel,
        { rule: 'kept', count: keptRows },
      ],
      gates: [{ name: 'rows_valid', value: 0, limit: 0, passed: true }, ...derivation.gates],
      sources: derivation.sources.map(({ name, complete, snapshotSha256 }) => ({
        name,
        complete,
        snapshot_sha256: snapshotSha256,
        base_url: '',
        requests: 1,
      })),
    },
    rows: async function* (name) {
      yield* tables.get(name) ?? [];
    },
  };
}

const MARKETS = [late('1'), late('2'), ordinary('3', { record: { outcomes: '["A", "B"]' } }), late('30')];

describe('rederiveFlow', () => {
  it('changes nothing where nothing changed, and asks for tapes alone', async () => {
    const parameters = { testFrom: '2026-02-05' };
    const first = await derivePolybench(contextOver(venue(MARKETS), parameters).context);
    const previous = await published(first);
    const { context, requests } = contextOver(venue(MARKETS), parameters, { previous });
    const again = await rederiveFlow(context);
    for (const table of ['markets', 'history'])
      expect(await collect(again.rows(table))).toEqual(await collect(first.rows(table)));
    expect(await collect(again.dropped())).toEqual(await collect(first.dropped()));
    expect(new Set(await collect(again.evidence()))).toEqual(new Set(await collect(first.evidence())));
    expect(again).toMatchObject({
      candidates: first.candidates,
      funnel: first.funnel,
      kept: first.kept,
      gates: first.gates,
      sources: first.sources,
    });
    expect(requests).toHaveLength(3);
    expect(requests.every((name) => name.startsWith('data /v2/trades?condition='))).toBe(true);
  });

  it('derives volume, liquidity and capacity from the tape and the published quotes', async () => {
    const previous = await published(await derivePolybench(contextOver(venue(MARKETS)).context));
    const more: VenueMarket[] = [
      ordinary('1', { trades: [[3 * 86_400 - 1, 100, 0.56, 'yes']], record: { question: 'Changed?' } }),
      late('2'),
      late('30'),
    ];
    const again = await rederiveFlow(contextOver(venue(more), {}, { previous }).context);
    expect((await collect(again.rows('markets')))[0]).toMatchObject({
      question: 'Will 1 happen?',
      volume_usd: 56,
      capacity_usd: 14,
    });
    const history = (await collect(again.rows('history'))).filter((row) => row.market_id === '1');
    expect(history.map(({ volume, liquidity }) => [volume, liquidity])).toEqual([
      [0, 0],
      [0, 0],
      [56, 56],
    ]);
  });

  it('drops a market by name whose tape is no longer whole, and keeps the ledger in order', async () => {
    const previous = await published(await derivePolybench(contextOver(venue(MARKETS)).context));
    const spoiled = [
      late('1'),
      ordinary('2', { spoil: { 0: { condition_id: condition('8') } } }),
      late('30'),
    ];
    const again = await rederiveFlow(contextOver(venue(spoiled), {}, { previous }).context);
    expect((await collect(again.dropped())).map(({ id, rule }) => [id, rule])).toEqual([
      ['2', 'incomplete_tape'],
      ['3', 'labels'],
    ]);
    expect(again.funnel.find(({ rule }) => rule === 'incomplete_tape')).toMatchObject({ count: 1 });
    expect(again.kept.train).toEqual({ rows: 2, groups: 2 });
    expect((await collect(again.rows('markets'))).map(({ market_id }) => market_id)).toEqual(['1', '30']);
  });

  it('needs a published version', async () => {
    await expect(rederiveFlow(contextOver(venue(MARKETS)).context)).rejects.toThrow(UsageError);
  });
});
