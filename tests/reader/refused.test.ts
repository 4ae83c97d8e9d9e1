import { mkdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  AlteredDataError,
  IncompleteDataError,
  type OpenOptions,
  openDataset,
  UnknownNameError,
  UsageError,
} from '../../reader/index.js';
import { temporaryDirectory } from '../support/cli.js';
import { changeFile, changeManifest, publishInvented } from './invented-version.js';
import { POLYBENCH } from './rows.js';

let out: string;
let dir: string;
let dispose: () => Promise<void>;
beforeEach(async () => {
  ({ path: out, dispose } = await temporaryDirectory());
  dir = await publishInvented(out, POLYBENCH);
});
afterEach(() => dispose());

const open = (options: OpenOptions<'polybench'> = {}) => openDataset<'polybench'>(dir, options);

async function readAll(rows: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of rows) count += 1;
  return count;
}

describe('a manifest', () => {
  it.each([
    'data/markets/train-00000-of-00001.parquet',
    'data/markets/test-00000-of-00001.parquet',
    'data/history/test-00000-of-00001.parquet',
    'data/markets/test.jsonl',
    'data/history/train.jsonl',
  ])('that does not list %s is not whole', async (path) => {
    await changeManifest(dir, (manifest) => ({
      ...manifest,
      files: manifest.files.filter((file) => file.path !== path),
    }));
    for (const verify of ['lazily', 'whole'] as const) {
      const opened = open({ verify });
      await expect(opened).rejects.toThrow(IncompleteDataError);
      await expect(opened).rejects.toThrow(path);
    }
  });

  it('that lists one shard of two is not whole', async () => {
    const [one, two] = [0, 1].map((index) => `data/markets/test-0000${index}-of-00002.parquet`);
    await rename(join(dir, 'data/markets/test-00000-of-00001.parquet'), join(dir, String(one)));
    await changeManifest(dir, (manifest) => ({
      ...manifest,
      files: manifest.files.map((file) =>
        file.path === 'data/markets/test-00000-of-00001.parquet' ? { ...file, path: one } : file,
      ),
    }));
    await expect(open()).rejects.toThrow(IncompleteDataError);
    await expect(open()).rejects.toThrow(String(two));
  });

  it('that lists two sets of shards contradicts itself', async () => {
    await changeFile(dir, 'data/markets/test-00000-of-00003.parquet', 'x');
    await expect(open()).rejects.toThrow(AlteredDataError);
  });

  it.each<[string, number]>([
    ['data/markets/test.jsonl', 1],
    ['data/markets/test-00000-of-00001.parquet', 3],
    ['data/history/train.jsonl', 0],
  ])('that gives %s %i rows contradicts itself', async (path, rows) => {
    await changeManifest(dir, (manifest) => ({
      ...manifest,
      files: manifest.files.map((file) => (file.path === path ? { ...file, rows } : file)),
    }));
    await expect(open()).rejects.toThrow(AlteredDataError);
  });

  it('that lists fewer markets than its splits have is not whole', async () => {
    await changeManifest(dir, (manifest) => ({
      ...manifest,
      files: manifest.files.filter((file) => file.path !== 'markets/7.json'),
    }));
    const version = await open();
    expect(() => version.markets()).toThrow(IncompleteDataError);
  });

  it.each(['../../secret.parquet', '/etc/hostname', 'a//b', 'a/', './a', 'a\\b', '', 'a/../../b'])(
    'that leads to %j is refused before anything is read',
    async (path) => {
      await changeManifest(dir, (manifest) => ({
        ...manifest,
        files: [...manifest.files, { path, bytes: 0, sha256: '0'.repeat(64) }],
      }));
      await expect(open()).rejects.toThrow(AlteredDataError);
      await expect(open()).rejects.toThrow(/no path within the version/);
    },
  );
});

describe('a file that changes after it was checked', () => {
  const jsonl = 'data/markets/test.jsonl';
  const parquet = 'data/markets/test-00000-of-00001.parquet';
  const formats = [
    ['jsonl', jsonl],
    ['parquet', parquet],
  ] as const;

  it.each(formats)('is missed, as %s', async (format, path) => {
    const version = await open({ verify: 'whole' });
    await rm(join(dir, path));
    const read = readAll(version.rows('test', { format }));
    await expect(read).rejects.toThrow(IncompleteDataError);
    await expect(read).rejects.toThrow(path);
  });

  it.each(formats)('is not decoded, as %s', async (format, path) => {
    const version = await open({ verify: 'whole' });
    await writeFile(join(dir, path), 'PAR1 {"broken": PAR1');
    const read = readAll(version.rows('test', { format }));
    await expect(read).rejects.toThrow(AlteredDataError);
    await expect(read).rejects.toThrow(path);
  });

  it('is counted to its end', async () => {
    const whole = await readFile(join(dir, jsonl));
    const version = await open({ verify: 'whole' });
    await truncate(join(dir, jsonl), whole.indexOf('\n') + 1);
    await expect(readAll(version.rows('test', { format: 'jsonl' }))).rejects.toThrow(/only 1 rows.* 2/);
    await writeFile(join(dir, jsonl), Buffer.concat([whole, whole]));
    await expect(readAll(version.rows('test', { format: 'jsonl' }))).rejects.toThrow(AlteredDataError);
  });

  it('is counted in an Arrow table, too', async () => {
    const version = await open({ verify: 'whole' });
    await writeFile(
      join(dir, parquet),
      await readFile(join(dir, 'data/markets/train-00000-of-00001.parquet')),
    );
    await expect(version.arrow('test')).rejects.toThrow(AlteredDataError);
  });

  it('does not take an error of its reader for its own', async () => {
    const version = await open();
    const stop = async () => {
      for await (const _ of version.rows('test')) throw new RangeError('enough');
    };
    await expect(stop()).rejects.toThrow(RangeError);
  });
});

describe('what stands in the place of something else', () => {
  it('a directory for the manifest or for a file', async () => {
    const path = 'data/markets/test.jsonl';
    await rm(join(dir, path));
    await mkdir(join(dir, path));
    await expect((await open()).paths('test', { format: 'jsonl' })).rejects.toThrow(AlteredDataError);
    await rm(join(dir, 'manifest.json'));
    await mkdir(join(dir, 'manifest.json'));
    await expect(open()).rejects.toThrow(AlteredDataError);
    await expect(open()).rejects.toThrow(/manifest\.json/);
  });

  it('links in a circle', async () => {
    for (const name of ['circle', 'manifest.json']) {
      const path = join(out, 'loop', name);
      await mkdir(join(out, 'loop'), { recursive: true });
      await symlink(name, path);
      await expect(openDataset(name === 'circle' ? path : join(out, 'loop'))).rejects.toThrow(/ELOOP/);
    }
    await expect(openDataset(join(out, 'loop'))).rejects.toThrow(IncompleteDataError);
  });

  it('a schema that is no JSON', async () => {
    await changeFile(dir, 'schema.json', 'no JSON');
    await expect(open()).rejects.toThrow(AlteredDataError);
    await expect(open()).rejects.toThrow(/schema\.json/);
  });

  it('a file for a directory', async () => {
    for (const path of [join(dir, 'manifest.json'), join(out, 'polybench/latest/schema.json')]) {
      await expect(openDataset(path)).rejects.toThrow(UnknownNameError);
      await expect(openDataset(path)).rejects.toThrow(/is no directory/);
    }
    for (const path of ['a\0b', '']) await expect(openDataset(path)).rejects.toThrow(UnknownNameError);
  });

  it('options from JavaScript that there are not', async () => {
    const foreign = JSON.parse('{"verify":"everything","format":"csv"}');
    await expect(openDataset(dir, foreign)).rejects.toThrow(UsageError);
    await expect(openDataset(dir, foreign)).rejects.toMatchObject({ remedy: 'Choose one of lazily, whole.' });
    const { format } = foreign;
    const read = readAll((await open()).rows('test', { format }));
    await expect(read).rejects.toThrow(UsageError);
    await expect(read).rejects.toMatchObject({ remedy: 'Choose one of parquet, jsonl.' });
  });
});

describe('a version that is not there', () => {
  const dataset = () => join(out, 'polybench');

  it('is told from those that are', async () => {
    await publishInvented(out, { ...POLYBENCH, version: '2026-12-01' });
    const attempts = [
      openDataset(dataset(), { version: '2026-12-02' }),
      openDataset(join(dataset(), '2026-12-02')),
    ];
    for (const attempt of attempts) {
      await expect(attempt).rejects.toThrow(`${dataset()} has no version 2026-12-02`);
      await expect(attempt).rejects.toMatchObject({ remedy: 'It has 2026-11-30, 2026-12-01.' });
    }
    await rm(join(dataset(), 'latest'));
    for (const path of [dataset(), join(dataset(), 'latest')])
      await expect(openDataset(path)).rejects.toThrow(`${dataset()} has no version latest`);
  });

  it('is not looked for below itself', async () => {
    await rm(join(dir, 'manifest.json'));
    await expect(openDataset(dir)).rejects.toThrow(`${join(dir, 'manifest.json')} is missing`);
    await expect(openDataset(join(out, 'nowhere', 'latest'))).rejects.toThrow(
      `no version is published under ${join(out, 'nowhere')}`,
    );
  });
});
