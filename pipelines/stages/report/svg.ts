import { escapeText, SafeHtml } from './html.js';

/** The part of a DOM node that is read; linkedom's nodes have it. */
interface Node {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<Node>;
  readonly attributes?: ArrayLike<{ readonly name: string; readonly value: string }>;
}

const ELEMENT = 1;
const TEXT = 3;
const SHAPES = new Set(['g', 'path', 'rect', 'line', 'circle', 'text', 'tspan', 'title']);
const ATTRIBUTES = new Set(
  [
    'd x y x1 x2 y1 y2 dx dy cx cy r width height transform',
    'fill fill-opacity stroke stroke-opacity stroke-width stroke-dasharray stroke-linecap stroke-linejoin opacity',
    'stroke-miterlimit paint-order text-anchor font-size font-weight font-variant aria-hidden',
  ].flatMap((names) => names.split(' ')),
);
const LONG_FRACTION = /-?\d+\.\d{3,}(?:e-?\d+)?/g;

/** Two decimals are a hundredth of a pixel; the digits beyond depend on the machine's math library. */
function rounded(value: string): string {
  return value.replace(LONG_FRACTION, (number) => String(Math.round(Number(number) * 100) / 100));
}

function attributesOf(node: Node): string {
  return Array.from(node.attributes === undefined ? [] : node.attributes)
    .filter(({ name }) => ATTRIBUTES.has(name))
    .map(({ name, value }) => ` ${name}="${escapeText(rounded(value))}"`)
    .join('');
}

function childrenOf(node: Node): string {
  return Array.from(node.childNodes).map(markupOf).join('');
}

function markupOf(node: Node): string {
  if (node.nodeType === TEXT) return escapeText(node.textContent === null ? '' : node.textContent);
  const name = node.nodeName.toLowerCase();
  if (node.nodeType !== ELEMENT || !SHAPES.has(name)) return '';
  const inside = childrenOf(node);
  const open = `<${name}${attributesOf(node)}`;
  return inside === '' ? `${open}/>` : `${open}>${inside}</${name}>`;
}

/**
 * Writes a drawn chart as an SVG element of its own. Only shapes, text and their geometry and paint pass: no style
 * sheet, script, link, handler or id, so that charts cannot collide on a page and hostile labels stay text.
 */
export function svgMarkup(drawn: Node, size: { width: number; height: number }, label: string): SafeHtml {
  const { width, height } = size;
  return new SafeHtml(
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${escapeText(label)}"` +
      ` viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" fill="currentColor"` +
      ` font-size="11" text-anchor="middle">${childrenOf(drawn)}</svg>`,
  );
}
