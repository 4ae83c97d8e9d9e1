import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textReader } from '../../common/text-reader.js';

describe('textReader', () => {
  it('reads texts that stand in several arrays, in any order', () => {
    const text = fc.string({ unit: 'binary' }).map((drawn) => drawn.toWellFormed());
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 5 }), (pairs) => {
        const read = textReader();
        const arrays = pairs.map(([first, second]) => ({
          bytes: Uint8Array.from(Buffer.from(`${first}${second}`)),
          end: Buffer.byteLength(first),
        }));
        const seconds = arrays.map(({ bytes, end }) => read(bytes.subarray(end)));
        const firsts = arrays.map(({ bytes, end }) => read(bytes.subarray(0, end)));
        expect(firsts.map((first, index) => [first, seconds[index]])).toEqual(pairs);
      }),
    );
  });

  it('keeps a byte order mark, marks bytes that are no text, and leaves nothing nothing', () => {
    const read = textReader();
    expect(read(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toBe('\ufeffa');
    expect(read(Uint8Array.of(0x61, 0xff))).toBe('a\ufffd');
    expect(read(undefined)).toBeUndefined();
  });
});
