import { describe, expect, it } from 'vitest';
import { filesOf, readTreePage, treePaginator } from '../../../sources/hub/tree.js';
import type { UpstreamRequest } from '../../../sources/types.js';

const COMMIT = 'c'.repeat(40);
const PATH = `/api/datasets/ns/name/tree/${COMMIT}`;
const file = (path: string, oid = 'a'.repeat(40)) => ({ type: 'file', path, oid, size: 3 });
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
const next = (query: string, base = 'https://hub.example') => ({
  link: `<${base}${PATH}?${query}>; rel="next"`,
});

function requestOf(step: { next: unknown }): UpstreamRequest {
  expect(step.next).not.toHaveProperty('end');
  return step.next as UpstreamRequest;
}

describe('treePaginator', () => {
  it('asks for every folder at the commit', () => {
    expect(treePaginator('ns/name', COMMIT).first()).toEqual({
      source: 'hf',
      path: PATH,
      query: [
        ['recursive', 'true'],
        ['expand', 'false'],
      ],
    });
  });

  it('follows the cursor of the Link header, and not its host', () => {
    const tree = treePaginator('ns/name', COMMIT);
    const first = tree.first();
    const step = tree.read(bytes([file('a'), file('b')]), first, next('recursive=true&cursor=Mg%3D%3D'));
    expect(step.count).toBe(2);
    const second = requestOf(step);
    expect(second).toEqual({
      source: 'hf',
      path: PATH,
      query: [
        ['recursive', 'true'],
        ['cursor', 'Mg=='],
      ],
    });
    expect(tree.read(bytes([file('c')]), second, {})).toEqual({
      count: 1,
      cursorOut: null,
      next: { end: 'complete' },
    });
  });

  it('reads a link below a base path, beside other links, and ignores those that are not next', () => {
    const tree = treePaginator('ns/name', COMMIT);
    const link = `<https://x/other>; rel="prev", <http://127.0.0.1:1/hf${PATH}?cursor=1>; rel=next`;
    expect(requestOf(tree.read(bytes([]), tree.first(), { link })).query).toEqual([['cursor', '1']]);
    const prev = { link: `<https://x${PATH}?cursor=0>; rel="prev"` };
    expect(tree.read(bytes([]), tree.first(), prev).next).toEqual({ end: 'complete' });
  });

  it('ends as unknown where a cursor comes back', () => {
    const tree = treePaginator('ns/name', COMMIT);
    tree.read(bytes([file('a')]), tree.first(), next('cursor=1'));
    const step = tree.read(bytes([file('a')]), tree.first(), next('cursor=1'));
    expect(step.next).toMatchObject({ end: 'unknown' });
  });

  it('refuses a next page of something else', () => {
    const tree = treePaginator('ns/name', COMMIT);
    const link = '<https://hub.example/api/datasets/other/tree/main?cursor=1>; rel="next"';
    expect(() => tree.read(bytes([]), tree.first(), { link })).toThrow('header link');
  });
});

describe('tree pages', () => {
  it.each([
    [{ error: 'x' }, 'tree'],
    [[{ type: 'file', path: 'a', size: 1 }], 'tree.0.oid'],
    [[{ ...file('a'), size: '1' }], 'tree.0.size'],
    [[{ ...file('a'), lfs: { oid: 'short', size: 1 } }], 'tree.0.lfs.oid'],
  ])('name the field that drifted: %j', (page, field) => {
    expect(() => readTreePage(bytes(page))).toThrow(field);
  });

  it('give files by path, repeated entries once, folders left out', () => {
    const pages = [
      bytes([file('a'), { type: 'directory', path: 'd', oid: 'x' }]),
      bytes([file('a'), file('d/b')]),
    ];
    expect(filesOf(pages).map(({ path }) => path)).toEqual(['a', 'd/b']);
  });

  it('are refused where one path has two contents', () => {
    const pages = [bytes([file('a')]), bytes([file('a', 'b'.repeat(40))])];
    expect(() => filesOf(pages)).toThrow('two contents');
  });
});
