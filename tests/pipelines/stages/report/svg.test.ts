import { barX } from '@observablehq/plot';
import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { barChart } from '../../../../pipelines/stages/report/bars.js';
import { draw } from '../../../../pipelines/stages/report/chart.js';
import { shorten } from '../../../../pipelines/stages/report/format.js';
import { svgMarkup } from '../../../../pipelines/stages/report/svg.js';
import { dangers, parse, texts } from './read.js';

function svgOf(inside: string) {
  const { document } = parseHTML(`<!doctype html><html><body><svg>${inside}</svg></body></html>`);
  return document.querySelector('svg') as unknown as Parameters<typeof svgMarkup>[0];
}

describe('svgMarkup', () => {
  it('keeps shapes, their geometry and paint, and leaves out all else', () => {
    const drawn = svgOf(
      '<style>*{color:red}</style><script>alert(1)</script><g id="a" class="b" onclick="x()" transform="translate(1,2)">' +
        '<a href="http://a.example/"><rect x="1" y="2"></rect></a><rect x="3" fill="red" style="y:1"></rect></g>',
    );
    expect(svgMarkup(drawn, { width: 10, height: 20 }, 'n').toString()).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="n" viewBox="0 0 10 20" width="10" height="20"' +
        ' fill="currentColor" font-size="11" text-anchor="middle">' +
        '<g transform="translate(1,2)"><rect x="3" fill="red"/></g></svg>',
    );
  });

  it('rounds coordinates to a hundredth of a pixel, exponents included', () => {
    const drawn = svgOf('<path d="M0.123456,7L-1.005001,1.2345e-7"></path>');
    expect(svgMarkup(drawn, { width: 1, height: 1 }, '').toString()).toContain('d="M0.12,7L-1.01,0"');
  });
});

describe('charts', () => {
  it('show hostile names as text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { minLength: 1, maxLength: 4 }),
        (names) => {
          const markup = barChart(
            names.join(),
            names.map((name) => ({ name: `</script>${name}`, value: 1 })),
          ).toString();
          expect(dangers(markup)).toEqual([]);
          expect(texts(parse(markup), 'text')).toEqual(
            expect.arrayContaining(names.map((name) => shorten(`</script>${name}`, 36).trim())),
          );
        },
      ),
      { numRuns: 30 },
    );
  });

  it('give the same bytes every time', () => {
    const once = () =>
      draw('x', { width: 100, height: 50, marks: [barX([{ v: 1 / 3 }], { x: 'v' })] }).toString();
    expect(once()).toBe(once());
  });

  it('draw bars in proportion to their values', () => {
    const markup = barChart('x', [
      { name: 'whole', value: 400 },
      { name: 'quarter', value: 100 },
      { name: 'none', value: 0 },
    ]).toString();
    const widths = [...parse(markup).querySelectorAll('rect')].map((rect) =>
      Number(rect.getAttribute('width')),
    );
    expect(Number(widths[0]) / Number(widths[1])).toBeCloseTo(4, 1);
    expect(texts(parse(markup), 'text')).toEqual(expect.arrayContaining(['400', '100', '0']));
  });
});
