import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sha256 } from '../../../common/hash.js';
import { nodeFiles } from '../../../common/node-files.js';
import { HashedSink } from '../../../pipelines/io/hashed-sink.js';
import { inTemporaryDirectory } from './every-kind.js';

it('holds what was written, in order, whatever the size and kind of each piece', async () => {
  const long = 'ä\u{1f9ea}'.repeat(100_000);
  const pieces = ['a', long, '', 'ö', Buffer.from('bytes'), long, Buffer.alloc(300_000, 'x'), 'b', long];
  const many = Array.from({ length: 30_000 }, (_, at) => `line ${at} ü\n`);
  await inTemporaryDirectory(async (dir) => {
    const path = join(dir, 'file');
    const sink = await HashedSink.create(nodeFiles, path);
    for (const piece of [...pieces, ...many]) await sink.write(piece);
    const closed = await sink.close();
    const meant = Buffer.concat([...pieces, ...many].map((piece) => Buffer.from(piece)));
    expect((await readFile(path)).equals(meant)).toBe(true);
    expect(closed).toEqual({ bytes: meant.length, sha256: sha256(meant) });
  });
});
