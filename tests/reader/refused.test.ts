import { mkdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../common/node-files.js';
import { createTableWriter } from '../../pipelines/io/table-writer.js';
import {
  AlteredDataError,
  IncompleteDataError,
  listMarketIds,
  loadMarket,
  type OpenOptions,
  openDataset,
  UnknownNameError,
  UsageError,
  WrongVersionError,
} from '../../reader/index.js';
import { marketsTable } from '../../schemas/polybench.js';
import { type Column, integer, nullable, text } from '../../schemas/table.js';
import { temporaryDirectory } from '../support/cli.js';
import { makePipe } from '../support/pipe.js';
import { changeFile, changeManifest, publishInvented } from './invented-version.js';
import { market, POLYBENCH } from './rows.js';

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

  it('that lists files of a split which it does not name contradicts itself', async () => {
    await changeManifest(dir, ({ splits: { test: _, ...splits }, ...manifest }) => ({ ...manifest, splits }));
    await expect(open()).rejects.toThrow(AlteredDataError);
    await expect(open()).rejects.toThrow(
      /contradicts itself: it lists data\/markets\/test[^ ]*, which is of none of its splits train$/,
    );
  });

  it.each([
    ['', 'it is empty'],
    ['{"dataset":"polyb', 'it is no JSON, perhaps cut short'],
    ['null', 'expected object, received null'],
    ['{}', 'expected string, received undefined at dataset'],
  ])('that holds %j is none', async (text, problem) => {
    await writeFile(join(dir, 'manifest.json'), text);
    await expect(open()).rejects.toThrow(AlteredDataError);
    await expect(open()).rejects.toMatchObject({
      message: expect.stringMatching(new RegExp(`manifest\\.json is no manifest: .*${problem}$`)),
    });
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

  it.each(['manifest.json', 'schema.json', 'data/markets/test.jsonl', 'markets/7.json'])(
    'a pipe for %s',
    async (path) => {
      await rm(join(dir, path));
      makePipe(join(dir, path));
      const whole = open({ verify: 'whole' });
      await expect(whole).rejects.toThrow(AlteredDataError);
      await expect(whole).rejects.toThrow(`${join(dir, path)} is no ordinary file`);
    },
  );

  it('a pipe for a market of no version', async () => {
    const markets = join(out, 'markets-alone');
    await mkdir(markets);
    makePipe(join(markets, '7.json'));
    await expect(loadMarket('7', { dir: markets })).rejects.toThrow(/is no ordinary file/);
  });
});

describe('rows of JSONL that are none of the table', () => {
  const path = 'data/markets/test.jsonl';

  it.each<[string, string, string, string]>([
    ['an instant that cannot be read', '"2026-02-20T10:00:00Z"', '"2026-02-30T10:00:00Z"', 'trading_ends_at'],
    ['an instant as a number', '"2026-02-20T10:00:00Z"', '1771581600000000', 'trading_ends_at'],
    ['a column that is missing', '"slug":"will-it",', '', 'slug'],
    ['a null where none may be', '"slug":"will-it"', '"slug":null', 'slug'],
    ['a text for a number', '"start_price":0.4', '"start_price":"0.4"', 'start_price'],
    ['a number that is not whole', '"tradeable_days":2', '"tradeable_days":2.5', 'tradeable_days'],
    [
      'a day that no calendar has',
      '"window_start":"2026-02-18"',
      '"window_start":"2026-02-31"',
      'window_start',
    ],
    ['a value of none of the choices', '"outcome":"NO"', '"outcome":"MAYBE"', 'outcome'],
    ['a list of something else', '"tags":["a","b"]', '"tags":["a",1]', 'tags.1'],
    ['a column too many', '"slug":"will-it"', '"slug":"will-it","extra":1', 'extra'],
  ])('%s', async (_, from, to, column) => {
    const [first = '', second = ''] = (await readFile(join(dir, path), 'utf8')).split('\n');
    expect(second).toContain(from);
    await changeFile(dir, path, `${first}\n${second.replace(from, to)}\n`);
    const read = readAll((await open()).rows('test', { format: 'jsonl' }));
    await expect(read).rejects.toThrow(AlteredDataError);
    await expect(read).rejects.toThrow(`${join(dir, path)} line 2 is no row of markets: `);
    await expect(read).rejects.toThrow(column);
  });

  it.each(['[]', 'null', '5', '{"market_id":'])('a line that is %s', async (line) => {
    await changeFile(dir, path, `${line}\n${line}\n`);
    const read = readAll((await open()).rows('test', { format: 'jsonl' }));
    await expect(read).rejects.toThrow(AlteredDataError);
    await expect(read).rejects.toThrow(`${join(dir, path)} line 1 is no JSON object`);
  });
});

describe('columns of Parquet that are none of the table', () => {
  const path = 'data/markets/test-00000-of-00001.parquet';
  const { slug, tags, ...others } = marketsTable.columns;

  it.each<[string, Record<string, Column>, string]>([
    ['of another name', { slig: slug, tags }, 'slig REQUIRED BYTE_ARRAY UTF8 in the place of slug'],
    ['of another type', { slug: integer('a number'), tags }, 'slug REQUIRED INT64 in the place of slug'],
    [
      'that may be null',
      { slug: nullable(slug), tags },
      'slug OPTIONAL BYTE_ARRAY UTF8 in the place of slug',
    ],
    [
      'that are no list',
      { slug, tags: text('a text') },
      'tags REQUIRED BYTE_ARRAY UTF8 in the place of tags',
    ],
    ['too few', { slug }, 'in the place of tags'],
  ])('%s', async (_, changed, problem) => {
    const names = Object.keys(marketsTable.columns).map((name) =>
      name === 'slug' && 'slig' in changed ? 'slig' : name,
    );
    const columns = Object.fromEntries(
      names.flatMap((name) => {
        const column = { ...others, ...changed }[name];
        return column === undefined ? [] : [[name, column]];
      }),
    );
    const elsewhere = join(out, 'elsewhere');
    const writer = createTableWriter(nodeFiles, elsewhere, { ...marketsTable, columns }, 'test');
    const values = {
      slig: 'will-it',
      ...market(),
      ...(changed.slug?.type.kind === 'integer' ? { slug: 1 } : {}),
    };
    const row = changed.tags?.type.kind === 'text' ? { ...values, tags: 'a' } : values;
    await writer.append(row);
    await writer.append(row);
    await writer.close();
    await changeFile(dir, path, await readFile(join(elsewhere, path)));
    const read = readAll((await open()).rows('test'));
    await expect(read).rejects.toThrow(AlteredDataError);
    await expect(read).rejects.toThrow(`${join(dir, path)} has other columns than markets: `);
    await expect(read).rejects.toThrow(problem);
  });
});

describe('options from JavaScript that there are not', () => {
  it.each<[string, string, string]>([
    ['null', 'options cannot be null', 'Options are dataset, version, manifestSha256, verify.'],
    ['"2026-11-30"', 'options cannot be "2026-11-30"', 'Options are dataset'],
    ['{"manifestSha265":"x"}', 'there is no option manifestSha265', 'Options are dataset'],
    ['{"verify":"everything"}', 'verify cannot be "everything"', 'Choose one of lazily, whole.'],
    ['{"verify":null}', 'verify cannot be null', 'Choose one of lazily, whole.'],
    ['{"dataset":"x"}', 'dataset cannot be "x"', 'Choose one of forecast, polybench, openforesight.'],
    ['{"version":5}', 'version cannot be 5', 'Name one, for example 2026-11-30'],
    ['{"version":""}', 'version cannot be ""', 'leave it out for the latest'],
    ['{"version":"../x"}', 'version cannot be "../x"', 'Name one'],
    ['{"version":null}', 'version cannot be null', 'Name one'],
    ['{"manifestSha256":""}', 'manifestSha256 cannot be ""', 'Give the 64'],
    ['{"manifestSha256":{}}', 'manifestSha256 cannot be a value of type object', 'Give the 64'],
  ])('openDataset: %s', async (options, message, remedy) => {
    const opened = openDataset(dir, JSON.parse(options));
    await expect(opened).rejects.toThrow(UsageError);
    await expect(opened).rejects.toMatchObject({
      message: expect.stringContaining(message),
      remedy: expect.stringContaining(remedy),
    });
  });

  it.each<[string, string, string]>([
    ['null', 'options cannot be null', 'Options are table, format.'],
    ['{"fromat":"jsonl"}', 'there is no option fromat', 'Options are table, format.'],
    ['{"format":"csv"}', 'format cannot be "csv"', 'Choose one of parquet, jsonl.'],
  ])('rows and paths: %s', async (options, message, remedy) => {
    const version = await open();
    for (const read of [
      readAll(version.rows('test', JSON.parse(options))),
      version.paths('test', JSON.parse(options)),
    ]) {
      await expect(read).rejects.toThrow(UsageError);
      await expect(read).rejects.toMatchObject({ message, remedy });
    }
  });

  it('arrow and markets: a misspelt one', async () => {
    const foreign = JSON.parse('{"dri":"x","fromat":"jsonl"}');
    await expect((await open()).arrow('test', foreign)).rejects.toThrow(/no option dri/);
    await expect(listMarketIds(foreign)).rejects.toMatchObject({ remedy: 'Options are dir, env.' });
  });

  it('takes undefined for an option that is not given', async () => {
    const options = { dataset: undefined, version: undefined, manifestSha256: undefined, verify: undefined };
    expect((await openDataset(dir, options as object)).version).toBe('2026-11-30');
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
      await expect(attempt).rejects.toThrow(WrongVersionError);
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
