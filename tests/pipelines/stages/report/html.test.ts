import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeText, html, printable } from '../../../../pipelines/stages/report/html.js';
import { dangers, parse, texts } from './read.js';

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '&',
      '/',
      '=',
      'script',
      'onload',
      'a',
      ' ',
      '\u0000',
      '\ud800',
    ),
  }),
  fc.constantFrom(
    '</script><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '&lt;b&gt;',
    '<!--',
    ']]>',
  ),
);

describe('html', () => {
  it('lets any text into content and attributes as text and nothing else', () => {
    fc.assert(
      fc.property(hostile, hostile, (content, attribute) => {
        const page = parse(html`<p title="${attribute}">${content}</p>`.toString());
        const [paragraph, ...others] = [...page.querySelectorAll('body *')];
        expect(others).toEqual([]);
        expect(paragraph?.textContent).toBe(printable(content));
        expect(paragraph?.getAttribute('title')).toBe(printable(attribute));
        expect(Array.from(paragraph === undefined ? [] : paragraph.attributes)).toHaveLength(1);
      }),
    );
  });

  it('leaves none of the characters that open markup or end an attribute', () => {
    fc.assert(fc.property(hostile, (text) => !/[<>"']|&(?!(amp|lt|gt|quot|#39);)/.test(escapeText(text))));
  });

  it('places its own markup and lists of it unescaped', () => {
    const items = ['a<b', 'c'].map((item) => html`<li>${item}</li>`);
    expect(html`<ul>${items}</ul>${html`<hr>`}${7}`.toString()).toBe(
      '<ul><li>a&lt;b</li><li>c</li></ul><hr>7',
    );
  });
});

describe('printable', () => {
  it('replaces controls, direction overrides and lone surrogates, and keeps tabs, newlines and other scripts', () => {
    expect(printable('a\u0000b\u001bc\u202ed\ud800e\u0085f\rg')).toBe('a�b�c�d�e�f�g');
    expect(printable('tab\tnew\nline Žižek 東京 😀')).toBe('tab\tnew\nline Žižek 東京 😀');
  });

  it('gives well-formed text without controls for every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = printable(text);
        return (
          shown.isWellFormed() &&
          !/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(shown)
        );
      }),
    );
  });
});

describe('dangers', () => {
  it('sees what the other tests rely on it to see', () => {
    expect(dangers('<p onclick="x()"></p><script></script><a href="http://a.example/">x</a>')).toEqual([
      'onclick=x()',
      'script',
      'href=http://a.example/',
    ]);
    expect(texts(parse('<b>x</b><b>y</b>'), 'b')).toEqual(['x', 'y']);
  });
});
