import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSecrets, parseToken } from '../../../sources/http/secrets.js';

const tokens = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_./+=&"\\<%'), minLength: 8, maxLength: 60 });
const around = fc.string({ unit: 'binary', maxLength: 20 });

describe('secrets', () => {
  it('are found in every form in which a host may echo them', () => {
    const forms: ((token: string) => string)[] = [
      (token) => token,
      (token) => JSON.stringify({ token }),
      encodeURIComponent,
      (token) => Buffer.from(token).toString('base64'),
      (token) => Buffer.from(`Bearer ${token}`).toString('base64'),
      (token) => Buffer.from(`user:${token}`).toString('base64url'),
    ];
    fc.assert(
      fc.property(tokens, around, fc.constantFrom(...forms), (token, text, form) => {
        const secrets = createSecrets([token]);
        const echoed = form(token);
        const clean = secrets.scrub(`${text}${echoed}${text}`);
        expect(clean).toContain('[token]');
        expect(clean).not.toContain(echoed);
        const body = Buffer.from(secrets.redact(Buffer.from(`${echoed}|${echoed}`))).toString();
        expect(body).not.toContain(echoed);
      }),
    );
  });

  it('leave everything else as it is, the very same bytes included', () => {
    const secrets = createSecrets(['hf_abcdefgh', '']);
    const body = Buffer.from('{"a":"hf_abcdefg"}');
    expect(secrets.redact(body)).toBe(body);
    expect(secrets.scrubValue({ a: [1, 'x', null], b: undefined })).toEqual({
      a: [1, 'x', null],
      b: undefined,
    });
    expect(secrets.scrubValue({ hf_abcdefgh: ['Bearer hf_abcdefgh'] })).toEqual({
      '[token]': ['Bearer [token]'],
    });
    expect(createSecrets([]).scrub('text')).toBe('text');
  });

  it('replace all of two tokens of which one begins as the other', () => {
    expect(createSecrets(['hf_abc', 'hf_abcdef']).scrub('hf_abcdef hf_abc')).toBe('[token] [token]');
  });
});

describe('parseToken', () => {
  it('drops blanks around a token', () => expect(parseToken('HF_TOKEN', ' hf_1\n')).toBe('hf_1'));
  it.each(['', ' ', 'a b', 'a\nb', 'tökén', 'a\u0000'])('refuses %j', (text) =>
    expect(() => parseToken('HF_TOKEN', text)).toThrow('HF_TOKEN'),
  );
});
