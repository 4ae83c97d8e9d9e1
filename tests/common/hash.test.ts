import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson, hashFile, sha256, sha256OfJson, startSha256 } from '../../common/hash.js';

// FIPS 180-2, appendix B.1 and the empty message.
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

describe('sha256', () => {
  it('gives the published test vectors, whole and in pieces', () => {
    const pieces = startSha256();
    pieces.update('a');
    pieces.update(Buffer.from('bc'));
    expect([sha256('abc'), sha256(''), pieces.digest()]).toEqual([ABC, EMPTY, ABC]);
  });
});

describe('hashFile', () => {
  let dir = '';
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'hash-'));
  });
  afterAll(() => rm(dir, { recursive: true }));

  it('reads a file of several chunks', async () => {
    const data = Buffer.alloc(200_000, 'x');
    await writeFile(join(dir, 'file'), data);
    expect(await hashFile(join(dir, 'file'))).toEqual({ bytes: 200_000, sha256: sha256(data) });
  });
});

describe('canonicalJson', () => {
  it('sorts keys at every depth and leaves undefined out', () => {
    expect(canonicalJson({ b: [{ z: 1, a: null }], a: 'é', c: undefined })).toBe(
      '{"a":"é","b":[{"a":null,"z":1}]}',
    );
  });

  it('parses back to the same value and does not depend on key order', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).reverse());
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
        expect(sha256OfJson(reversed)).toBe(sha256OfJson(value));
      }),
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1n, () => 1, undefined])('refuses %s', (value) => {
    expect(() => canonicalJson([value])).toThrow(TypeError);
  });
});
