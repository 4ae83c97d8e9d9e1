import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StorageError } from '../../../common/errors.js';
import { sha256 } from '../../../common/hash.js';
import { nodeFiles } from '../../../common/node-files.js';
import { recordPathOf, stampOf } from '../../../sources/snapshots/paths.js';
import { formatRecord, parseRecord } from '../../../sources/snapshots/record.js';
import { createRawStore } from '../../../sources/snapshots/store.js';
import { SOURCE_NAMES, type StoredResponse, type UpstreamRequest } from '../../../sources/types.js';
import { fakeEffects } from '../http/fake-effects.js';
import { inDirectory, instant } from './upstream-under-test.js';

const request: UpstreamRequest = {
  source: 'metaculus',
  path: '/api/posts/12/',
  query: [['with_cp', 'true']],
};
const response = { status: 200, headers: { etag: '"1"' }, body: Buffer.from('{"id":12}') };
const open = (dir: string) => createRawStore(dir, nodeFiles, fakeEffects().effects);

describe('the raw store', () => {
  it('keeps a body under its hash and a readable record beside it', () =>
    inDirectory(async (dir) => {
      const stored = await open(dir).put(request, 'v1', response, 'gzip');
      expect(stored).toEqual({
        request,
        tag: 'v1',
        status: 200,
        headers: { etag: '"1"' },
        sha256: sha256('{"id":12}'),
        bytes: 9,
        fetchedAt: '2026-11-30T00:00:00Z',
      });
      expect(Buffer.from(await open(dir).bodies.body(stored.sha256)).toString()).toBe('{"id":12}');
      expect(await open(dir).lookup(request, 'v1')).toEqual({ found: stored });
      const path = recordPathOf(dir, request, 'v1');
      expect(path).toMatch(/records\/metaculus\/[0-9a-f]{2}\/api-posts-12-[0-9a-f]{20}\.json$/);
      expect(await readFile(path, 'utf8')).toContain('"path": "/api/posts/12/"');
    }));

  it('tells requests and tags apart, and overwrites nothing', () =>
    inDirectory(async (dir) => {
      const store = open(dir);
      const first = await store.put(request, 'v1', response, 'gzip');
      expect(await store.lookup(request, 'v2')).toEqual({ absent: 'it was never stored' });
      expect(await store.lookup({ ...request, query: [] }, 'v1')).toHaveProperty('absent');
      expect(await store.lookup({ ...request, headers: { a: 'b' } }, 'v1')).toHaveProperty('absent');
      const again = await store.put(request, 'v1', { ...response, body: Buffer.from('{}') }, 'gzip');
      expect(again).toEqual(first);
    }));

  it.each([
    [
      'flipped by one bit',
      async (path: string, bytes: Buffer) => {
        bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
        await writeFile(path, bytes);
      },
    ],
    ['cut short', (path: string, bytes: Buffer) => truncate(path, bytes.length - 1)],
    ['emptied', (path: string) => truncate(path, 0)],
    ['deleted', (path: string) => rm(path)],
  ])('does not believe a body that was %s, and takes it anew', (_, damage) =>
    inDirectory(async (dir) => {
      for (const encoding of ['gzip', 'identity'] as const) {
        const body = Buffer.from(`{"encoding":"${encoding}","text":"long enough to be damaged inside"}`);
        const { sha256: hash } = await open(dir).put(request, encoding, { ...response, body }, encoding);
        const path = await open(dir).bodies.locate(hash);
        await damage(path, await readFile(path));
        expect(await open(dir).lookup(request, encoding)).toEqual({
          absent: expect.stringContaining('missing or damaged'),
        });
        const error = await open(dir)
          .bodies.body(hash)
          .catch((caught: unknown) => caught);
        expect(error).toBeInstanceOf(StorageError);
        expect(String(error)).toContain(hash);
        await expect(open(dir).bodies.filePath(hash)).rejects.toThrow(StorageError);
        await open(dir).put(request, encoding, { ...response, body }, encoding);
        expect(await open(dir).lookup(request, encoding)).toHaveProperty('found');
      }
    }),
  );

  it('does not believe a record that was changed', () =>
    inDirectory(async (dir) => {
      await open(dir).put(request, 'v1', response, 'gzip');
      const path = recordPathOf(dir, request, 'v1');
      const text = await readFile(path, 'utf8');
      for (const damaged of [text.replace('200', '201'), text.slice(0, -5), '', 'null', '[]', '\0\0']) {
        await writeFile(path, damaged);
        expect(await open(dir).lookup(request, 'v1')).toEqual({ absent: expect.stringContaining(path) });
      }
      await open(dir).put(request, 'v1', response, 'gzip');
      expect(await open(dir).lookup(request, 'v1')).toHaveProperty('found');
    }));

  it('reads no directory to find a response', () =>
    inDirectory(async (dir) => {
      const listed: string[] = [];
      const list = (path: string): Promise<string[]> => {
        listed.push(path);
        return nodeFiles.list(path);
      };
      const files = { ...nodeFiles, list };
      const store = createRawStore(dir, files, fakeEffects().effects);
      await store.put(request, 'v1', response, 'gzip');
      await store.lookup(request, 'v1');
      expect(listed).toEqual([]);
      expect(await readdir(join(dir, 'records'))).toEqual(['metaculus']);
    }));
});

describe('a record', () => {
  const requests = fc.record({
    source: fc.constantFrom(...SOURCE_NAMES),
    path: fc.string({ unit: 'binary' }).map((text) => `/${text}`),
    query: fc.array(fc.tuple(fc.string(), fc.string({ unit: 'binary' }))),
  });
  const responses: fc.Arbitrary<StoredResponse> = fc.record({
    request: requests,
    tag: fc.string({ unit: 'binary' }),
    status: fc.integer({ min: 100, max: 599 }),
    headers: fc.dictionary(fc.stringMatching(/^[a-z-]+$/), fc.string()),
    sha256: fc.stringMatching(/^[0-9a-f]{64}$/),
    bytes: fc.nat(),
    fetchedAt: fc.constant('2026-11-30T00:00:00Z'),
  });

  it('comes back as it was, and its path stays inside the directory', () => {
    fc.assert(
      fc.property(responses, (stored) => {
        expect(parseRecord(formatRecord(stored))).toEqual(stored);
        const path = recordPathOf('/snap', stored.request, stored.tag);
        expect(path).toMatch(/^\/snap\/records\/[a-z]+\/[0-9a-f]{2}\/[a-z0-9-]{1,82}\.json$/);
      }),
    );
  });
});

describe('the stamp of a clock', () => {
  it('sorts as the clock does, with and without fractions', () => {
    const texts = [
      '2025-12-31T23:59:59.999999Z',
      '2026-01-01T00:00:00Z',
      '2026-01-01T00:00:00.000001Z',
      '2026-01-01T00:00:00.5Z',
      '2026-01-01T00:00:01Z',
    ];
    const stamps = texts.map((text) => stampOf(instant(text)));
    expect(stamps[0]).toBe('20251231T235959999999Z');
    expect([...stamps].sort()).toEqual(stamps);
  });
});
