import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IntegrityError, MissingResponseError, RefusedError } from '../../../sources/http/errors.js';
import { downloadFile, pinRepository } from '../../../sources/hub.js';
import { createHubPart } from '../../../sources/synthetic/hub/index.js';
import { SPECIAL_REPOSITORIES } from '../../../sources/synthetic/hub/repositories.js';
import { parseFaults } from '../../../sources/synthetic/index.js';
import type { SyntheticPart, SyntheticRequest, SyntheticUpstream } from '../../../sources/synthetic/part.js';
import { SYNTHETIC_TOKENS } from '../../../sources/synthetic/tokens.js';
import type { UpstreamOptions } from '../../../sources/upstream.js';
import { hubUpstream, serveHub } from '../../pipelines/openforesight/context.js';

const ID = 'nikhilchandak/OpenForesight';
const seen: SyntheticRequest[] = [];
const hubPart = createHubPart({ seed: 1, size: 'small' });
const watched: SyntheticPart = {
  prefix: 'hf',
  handle: (request) => {
    seen.push(request);
    return hubPart.handle(request);
  },
};

let hub: SyntheticUpstream;
beforeAll(async () => {
  hub = await serveHub({}, watched);
});
afterAll(() => hub.close());

const newDir = () => mkdtemp(join(tmpdir(), 'hub-'));
async function upstreamWith(token?: string, options: Partial<UpstreamOptions> = {}) {
  const tokens = token === undefined ? {} : { tokens: { hf: token } };
  return hubUpstream(hub.urls.hf, await newDir(), { ...tokens, ...options });
}
async function refusal(id: string, token?: string, revision = 'main'): Promise<RefusedError> {
  const error: unknown = await pinRepository(await upstreamWith(token), id, revision).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(RefusedError);
  return error as RefusedError;
}

describe('pinRepository', () => {
  it('turns a branch, a tag and a commit into one commit, and lists its files over several pages', async () => {
    const main = await pinRepository(await upstreamWith(), ID, 'main');
    expect(main.commit).toMatch(/^[0-9a-f]{40}$/);
    expect(main.walks.map(({ status, pages }) => [status, pages.length])).toEqual([
      ['complete', 1],
      ['complete', 3],
    ]);
    expect(main.files.map(({ path }) => path)).toContain('data/late-2025-00000-of-00001.parquet');
    const tag = await pinRepository(await upstreamWith(), ID, 'v1.0');
    expect(tag.commit).not.toBe(main.commit);
    const commit = await pinRepository(await upstreamWith(), ID, main.commit);
    expect(commit.commit).toBe(main.commit);
    expect(commit.files).toEqual(main.files);
  });

  it('asks once for the revision, and never by its name again', async () => {
    seen.length = 0;
    const upstream = await upstreamWith();
    const pinned = await pinRepository(upstream, ID, 'main');
    for (const file of pinned.files) await downloadFile(upstream, pinned, file);
    const byName = seen.filter(({ segments }) => segments.includes('main'));
    expect(byName.map(({ segments }) => segments.join('/'))).toEqual([`api/datasets/${ID}/revision/main`]);
  });

  it('tells what to do about repositories that are closed or not there', async () => {
    const { gated, private: closed, disabled } = SPECIAL_REPOSITORIES;
    const anonymous = await refusal(gated);
    expect(anonymous.remedy).toMatch(/missing, private or gated/);
    expect(anonymous.remedy).toContain('HF_TOKEN');
    expect((await refusal(gated, SYNTHETIC_TOKENS.hf)).remedy).toContain(
      `https://huggingface.co/datasets/${gated}`,
    );
    expect((await refusal(closed, SYNTHETIC_TOKENS.hf)).remedy).toContain('may not see it');
    expect((await refusal('nobody/nothing')).remedy).toContain('missing, private or gated');
    expect((await refusal(disabled)).remedy).toContain('disabled');
    expect((await refusal(ID, 'hf_wrong')).remedy).toContain('HF_TOKEN is wrong or expired');
    expect((await refusal(ID, undefined, 'v9')).remedy).toContain('The revision does not exist');
  });

  it('reads gated and private repositories with a token that may', async () => {
    for (const id of [SPECIAL_REPOSITORIES.gated, SPECIAL_REPOSITORIES.private]) {
      const upstream = await upstreamWith(SYNTHETIC_TOKENS.hfGranted);
      const pinned = await pinRepository(upstream, id, 'main');
      for (const file of pinned.files) await downloadFile(upstream, pinned, file);
    }
  });
});

describe('downloadFile', () => {
  it('takes plain and large files, the large ones from another origin without the token', async () => {
    seen.length = 0;
    const upstream = await upstreamWith(SYNTHETIC_TOKENS.hf);
    const pinned = await pinRepository(upstream, ID, 'main');
    for (const file of pinned.files) {
      const { sha256, bytes } = await downloadFile(upstream, pinned, file);
      expect(bytes).toBe(file.size);
      if (file.lfs !== undefined) expect(sha256).toBe(file.lfs.oid);
    }
    const storage = seen.filter(({ segments }) => segments[0] === 'cdn');
    expect(storage).toHaveLength(pinned.files.filter(({ lfs }) => lfs !== undefined).length);
    expect(new Set(storage.map(({ origin }) => new URL(origin).hostname))).toEqual(new Set(['localhost']));
    expect(storage.every(({ headers }) => headers.authorization === undefined)).toBe(true);
    const own = seen.filter(({ segments }) => segments[0] !== 'cdn');
    expect(own.every(({ headers }) => headers.authorization === `Bearer ${SYNTHETIC_TOKENS.hf}`)).toBe(true);
  });

  it('keeps neither the token nor a signed address', async () => {
    const dir = await newDir();
    const upstream = hubUpstream(hub.urls.hf, dir, { tokens: { hf: SYNTHETIC_TOKENS.hfGranted } });
    const pinned = await pinRepository(upstream, SPECIAL_REPOSITORIES.gated, 'main');
    for (const file of pinned.files) {
      const stored = await downloadFile(upstream, pinned, file);
      expect(JSON.stringify(stored)).not.toMatch(/Signature|hf_synthetic/);
    }
  });

  it('encodes names, and keeps the slashes', async () => {
    const upstream = await upstreamWith();
    const pinned = await pinRepository(upstream, SPECIAL_REPOSITORIES.named, 'main');
    const odd = pinned.files.find(({ path }) => path === 'data/a b+c#d%20e.txt');
    if (odd === undefined) throw new Error('the odd name is not listed');
    const { sha256 } = await downloadFile(upstream, pinned, odd);
    expect(await readFile(await upstream.bodyPath(sha256), 'utf8')).toBe('An odd name.\n');
  });

  it.each(['README.md', 'data/train-00000-of-00001.parquet'])('refuses %s with other bytes', async (path) => {
    const upstream = await upstreamWith();
    const pinned = await pinRepository(upstream, SPECIAL_REPOSITORIES.damaged, 'main');
    const file = pinned.files.find((one) => one.path === path);
    if (file === undefined) throw new Error(`${path} is not listed`);
    const error: unknown = await downloadFile(upstream, pinned, file).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(IntegrityError);
    expect(String(error)).toContain(path);
  });

  it('refuses files of another commit', async () => {
    const upstream = await upstreamWith();
    const pinned = await pinRepository(upstream, SPECIAL_REPOSITORIES.moved, 'main');
    for (const file of pinned.files) {
      const error: unknown = await downloadFile(upstream, pinned, file).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(IntegrityError);
      expect(String(error)).toContain(`instead of ${pinned.commit}`);
    }
  });

  it('comes from the store afterwards, and not from anywhere else in a replay', async () => {
    const dir = await newDir();
    const live = hubUpstream(hub.urls.hf, dir);
    const pinned = await pinRepository(live, ID, 'main');
    const [first, second] = pinned.files;
    if (first === undefined || second === undefined) throw new Error('no files');
    await downloadFile(live, pinned, first);
    const replay = hubUpstream(hub.urls.hf, dir, { mode: 'replay' });
    const again = await pinRepository(replay, ID, 'main');
    expect(again.files).toEqual(pinned.files);
    await downloadFile(replay, again, first);
    await expect(downloadFile(replay, again, second)).rejects.toThrow(MissingResponseError);
    expect(replay.sent.hf).toBe(0);
  });
});

describe('a Hub with faults', () => {
  it('gives the same files', async () => {
    const faults = '429ra=0.05,500=0.1,reset=0.1,truncate=0.1,cut=0.1,html=0.1,repeat=0.2,shift=0.2';
    const faulty = await serveHub({ faults: parseFaults(`${faults};seed=3;times=2`) }, hubPart);
    try {
      const calm = await pinRepository(await upstreamWith(), ID, 'main');
      const dir = await newDir();
      const upstream = hubUpstream(faulty.urls.hf, dir);
      const pinned = await pinRepository(upstream, ID, 'main');
      expect(pinned.commit).toBe(calm.commit);
      expect(new Set(pinned.files)).toEqual(new Set(calm.files));
      await Promise.all(pinned.files.map((file) => downloadFile(upstream, pinned, file)));
    } finally {
      await faulty.close();
    }
  });

  it('names the field that drifted', async () => {
    const drifting = await serveHub({ faults: parseFaults('drift=1') }, hubPart);
    try {
      const upstream = hubUpstream(drifting.urls.hf, await newDir());
      await expect(pinRepository(upstream, ID, 'main')).rejects.toThrow(/info\.sha/);
    } finally {
      await drifting.close();
    }
  });
});
