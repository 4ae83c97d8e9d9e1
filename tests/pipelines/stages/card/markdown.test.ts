import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { code, inert, sentence, table } from '../../../../pipelines/stages/card/markdown.js';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('|', '`', '\\', '<', '>', '[', ']', '(', ')', '\n', '#', '*', '_', 'a', ' ', '&'),
  }),
);

describe('inert', () => {
  it('leaves no Markdown, HTML or line break of the text in effect', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = inert(text);
        expect(shown).not.toContain('\n');
        expect(shown).not.toContain('<');
        expect(shown.replace(/\\[\\`*_{}[\]()#+\-.!|~>$:@^=]/g, '')).not.toMatch(/[\\`*_{}[\]()#|~>]/);
        expect(shown.replace(/&(amp|lt);/g, '')).not.toContain('&');
      }),
    );
  });

  it('keeps what a reader sees', () => {
    expect(inert('a|b <b>c</b> [x](javascript:1)')).toBe(
      'a\\|b &lt;b\\>c&lt;/b\\> \\[x\\]\\(javascript\\:1\\)',
    );
  });
});

describe('code', () => {
  it('fences any text so that nothing in it ends the fence', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = code(text);
        expect(shown.replaceAll('\\|', '')).not.toMatch(/[|\n]/);
        if (text.includes('|')) return;
        const [fence = ''] = /^`+/.exec(shown) ?? [];
        const inside = shown.slice(fence.length, -fence.length);
        expect(shown.endsWith(fence)).toBe(true);
        expect([...inside.matchAll(/`+/g)].map(([run]) => run.length)).not.toContain(fence.length);
        expect(inside.startsWith('`') || inside.endsWith('`')).toBe(false);
      }),
    );
  });

  it('is plain where the text is', () => {
    expect(code('a\\|b')).toBe('<code>a\\\\\\|b</code>');
    expect([code('train'), code('a`b'), code('')]).toEqual(['`train`', '`` a`b ``', '`  `']);
  });
});

describe('sentence', () => {
  it('keeps code spans and takes angle brackets outside them as text', () => {
    expect(sentence('As cond:<id> or `<id>`, a | b.')).toBe('As cond:&lt;id> or `<id>`, a \\| b.');
  });
});

describe('table', () => {
  it('sets numbers to the right', () => {
    expect(table(['rule', 'rows'], [['a', '1']], [1])).toBe('| rule | rows |\n| --- | ---: |\n| a | 1 |');
  });
});
