import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createHubPart } from '../../../../sources/synthetic/hub/index.js';
import { SPECIAL_REPOSITORIES } from '../../../../sources/synthetic/hub/repositories.js';
import { planWorld } from '../../../../sources/synthetic/hub/world.js';
import type { SyntheticRequest, SyntheticResponse } from '../../../../sources/synthetic/part.js';
import { SYNTHETIC_TOKENS } from '../../../../sources/synthetic/tokens.js';

const part = createHubPart({ seed: 1, size: 'small' });
const ID = 'nikhilchandak/OpenForesight';

function ask(target: string, more: Partial<SyntheticRequest> = {}): SyntheticResponse {
  const url = new URL(target, 'http://127.0.0.1:8080');
  const segments = url.pathname.split('/').slice(1).map(decodeURIComponent);
  const origin = 'http://127.0.0.1:8080';
  return part.handle({ method: 'GET', segments, query: url.searchParams, headers: {}, origin, ...more });
}
const jsonOf = (answer: SyntheticResponse) => JSON.parse(String(answer.body));
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

interface Entry {
  type: string;
  path: string;
  oid: string;
  size: number;
  lfs?: { oid: string; size: number; pointerSize: number };
}

function tree(id = ID, query = 'recursive=true'): { entries: Entry[]; pages: number } {
  const entries: Entry[] = [];
  let target: string | undefined = `/api/datasets/${id}/tree/main?${query}`;
  let pages = 0;
  while (target !== undefined) {
    const answer = ask(target);
    entries.push(...(jsonOf(answer) as Entry[]));
    pages++;
    const link = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link))?.[1];
    target =
      link === undefined ? undefined : new URL(link).pathname.replace(/^\/hf/, '') + new URL(link).search;
  }
  return { entries, pages };
}

describe('info', () => {
  it('names the commit, and with expand the named fields alone', () => {
    const info = jsonOf(ask(`/api/datasets/${ID}`));
    expect(info).toMatchObject({ id: ID, private: false, gated: false });
    expect(jsonOf(ask(`/api/datasets/${ID}/revision/main`))).toEqual(info);
    expect(jsonOf(ask(`/api/datasets/${ID}?expand=sha&expand=gated`))).toEqual({
      _id: info._id,
      id: ID,
      sha: info.sha,
      gated: false,
    });
    expect(info.siblings).toContainEqual({ rfilename: 'README.md' });
  });
});

describe('tree', () => {
  it('has pages, and lists folders, plain and large files', () => {
    const { entries, pages } = tree();
    expect(pages).toBeGreaterThanOrEqual(2);
    expect(entries.find(({ path }) => path === 'data')?.type).toBe('directory');
    expect(entries.find(({ path }) => path === 'README.md')?.lfs).toBeUndefined();
    const large = entries.filter(({ lfs }) => lfs !== undefined);
    expect(large).toHaveLength(6);
    for (const { lfs, size } of large) expect(lfs?.size).toBe(size);
  });

  it('lists one folder, and the top alone without recursion', () => {
    const top = jsonOf(ask(`/api/datasets/${ID}/tree/main?limit=100`)) as Entry[];
    expect(top.map(({ path }) => path).sort()).toEqual(['.gitattributes', 'README.md', 'data']);
    const data = jsonOf(ask(`/api/datasets/${ID}/tree/main/data?limit=100`)) as Entry[];
    expect(data).toHaveLength(6);
    expect(ask(`/api/datasets/${ID}/tree/main/nowhere`).headers['x-error-code']).toBe('EntryNotFound');
  });
});

describe('resolve', () => {
  it('gives a plain file with a weak git tag that is its blob hash', () => {
    const answer = ask(`/datasets/${ID}/resolve/main/README.md`);
    const blob = Buffer.concat([Buffer.from(`blob ${answer.body.length}\0`), Buffer.from(answer.body)]);
    const oid = createHash('sha1').update(blob).digest('hex');
    expect(answer.status).toBe(200);
    expect(answer.headers.etag).toBe(`W/"${oid}"`);
    expect(tree().entries.find(({ path }) => path === 'README.md')?.oid).toBe(oid);
    expect(answer.headers['x-repo-commit']).toBe(jsonOf(ask(`/api/datasets/${ID}`)).sha);
  });

  it('redirects a large file to another origin, which has the announced bytes', () => {
    const path = 'data/test-00000-of-00001.parquet';
    const answer = ask(`/datasets/${ID}/resolve/main/${path}`, { method: 'HEAD' });
    expect(answer.status).toBe(302);
    const location = new URL(String(answer.headers.location));
    expect(location.host).toBe('localhost:8080');
    const at = location.pathname.replace(/^\/hf/, '') + location.search;
    const file = ask(at);
    expect(`"${sha256(file.body)}"`).toBe(answer.headers['x-linked-etag']);
    expect(String(file.body.length)).toBe(answer.headers['x-linked-size']);
    expect(ask(at, { headers: { authorization: 'Bearer x' } }).status).toBe(400);
    expect(ask(at.replace(/Signature=./, 'Signature=-')).status).toBe(403);
    const part = ask(at, { headers: { range: 'bytes=4-7' } });
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 4-7/${file.body.length}`]);
    expect(part.body).toEqual((file.body as Uint8Array).subarray(4, 8));
    const tail = ask(at, { headers: { range: 'bytes=-4' } });
    expect(Buffer.from(tail.body).toString()).toBe('PAR1');
    expect(ask(at, { headers: { range: `bytes=${file.body.length}-` } }).status).toBe(416);
  });

  it('gives the pointer of a large file as raw', () => {
    const raw = String(ask(`/datasets/${ID}/raw/main/data/test-00000-of-00001.parquet`).body);
    const entry = tree().entries.find(({ path }) => path === 'data/test-00000-of-00001.parquet');
    expect(raw).toBe(
      `version https://git-lfs.github.com/spec/v1\noid sha256:${entry?.lfs?.oid}\nsize ${entry?.size}\n`,
    );
    expect(raw).toHaveLength(Number(entry?.lfs?.pointerSize));
  });
});

describe('errors', () => {
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const told = (target: string, more?: Partial<SyntheticRequest>) => {
    const { status, headers } = ask(target, more);
    return [status, headers['x-error-code']];
  };

  it('carry status and code as on the Hub', () => {
    const { gated, private: closed, disabled } = SPECIAL_REPOSITORIES;
    expect(told('/api/datasets/no/body')).toEqual([401, 'RepoNotFound']);
    expect(told('/api/datasets/no/body', bearer(SYNTHETIC_TOKENS.hf))).toEqual([404, 'RepoNotFound']);
    expect(told(`/api/datasets/${closed}`)).toEqual([401, 'RepoNotFound']);
    expect(told(`/api/datasets/${closed}`, bearer(SYNTHETIC_TOKENS.hf))).toEqual([404, 'RepoNotFound']);
    expect(told(`/api/datasets/${closed}`, bearer(SYNTHETIC_TOKENS.hfGranted))).toEqual([200, undefined]);
    expect(told(`/api/datasets/${gated}`)).toEqual([401, 'GatedRepo']);
    expect(told(`/api/datasets/${gated}`, bearer(SYNTHETIC_TOKENS.hf))).toEqual([403, 'GatedRepo']);
    expect(told(`/api/datasets/${gated}`, bearer(SYNTHETIC_TOKENS.hfGranted))).toEqual([200, undefined]);
    expect(told(`/api/datasets/${disabled}`)).toEqual([403, undefined]);
    expect(told(`/api/datasets/${ID}`, bearer('hf_other'))).toEqual([401, undefined]);
    expect(told(`/api/datasets/${ID}/revision/none`)).toEqual([404, 'RevisionNotFound']);
    expect(told(`/datasets/${ID}/resolve/main/none.txt`)).toEqual([404, 'EntryNotFound']);
    expect(told(`/datasets/${ID}/resolve/none/README.md`)).toEqual([404, 'RevisionNotFound']);
    expect(told('/elsewhere')).toEqual([404, undefined]);
  });
});

describe('worlds', () => {
  it('are the same for a seed, and another for another', () => {
    const commitOf = (seed: number) => {
      const query = new URLSearchParams();
      const segments = ['datasets', ...ID.split('/'), 'resolve', 'main', 'data/test-00000-of-00001.parquet'];
      const request = { method: 'GET', query, headers: {}, origin: 'http://127.0.0.1:1' };
      return createHubPart({ seed, size: 'small' }).handle({ ...request, segments }).headers;
    };
    expect(commitOf(7)).toEqual(commitOf(7));
    expect(commitOf(7)['x-linked-etag']).not.toBe(commitOf(8)['x-linked-etag']);
    expect(commitOf(7)['x-repo-commit']).not.toBe(commitOf(8)['x-repo-commit']);
  });

  it('have the sizes of the contract', () => {
    const rows = (size: 'small' | 'full' | 'large') =>
      planWorld(1, size).plans.map(({ name, rows }) => [name, rows] as const);
    const total = (size: 'small' | 'full') => rows(size).reduce((sum, [, count]) => sum + count, 0);
    expect(total('small')).toBe(300);
    expect(total('full')).toBe(5_000);
    expect(rows('large')).toEqual([
      ['train', 52_183],
      ['validation', 207],
      ['test', 302],
    ]);
  });

  it('plant every trap at every size that has its splits', () => {
    const verdicts = (size: 'small' | 'full') => {
      const world = planWorld(3, size);
      return world.plans
        .flatMap(({ name, rows }) => world.records(name, 0, rows))
        .map(({ expect: rule }) => rule)
        .filter((rule) => rule !== 'kept')
        .sort();
    };
    expect(verdicts('full')).toEqual(verdicts('small'));
    expect(verdicts('small').length).toBeGreaterThan(20);
  });
});
