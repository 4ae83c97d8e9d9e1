import { mkdir, readdir, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeFiles } from '../../../common/node-files.js';
import type { DatasetName } from '../../../pipelines/dataset.js';
import { moveLatest } from '../../../pipelines/io/atomic-dir.js';
import { planPrune } from '../../../pipelines/prune/plan.js';
import { type UsesKind, writeUses } from '../../../pipelines/stages/uses.js';
import { trackUses } from '../../../sources/snapshots/uses.js';
import type { SourceName, UpstreamRequest, WalkOptions } from '../../../sources/types.js';
import { type LocalServer, sendJson, serve } from '../../sources/http/local-server.js';
import {
  cursorPaginator,
  instant,
  listPage,
  upstreamUnderTest,
} from '../../sources/snapshots/upstream-under-test.js';

/** Two datasets, each with a source of its own. */
const DATASETS: readonly { name: DatasetName; sources: readonly SourceName[] }[] = [
  { name: 'forecast', sources: ['gamma'] },
  { name: 'openforesight', sources: ['hf'] },
];

/** A version as the tests make one: which records it fetches, beside a walk of its own day. */
export interface Build {
  dataset: DatasetName;
  /** Day of November 2026: of its clock, its version and its run. */
  day: number;
  records: readonly number[];
  kind?: UsesKind;
}

export const versionOf = (day: number): string => `2026-11-${String(day).padStart(2, '0')}`;
const clockOf = (day: number): string => `${versionOf(day)}T00:00:00Z`;
const sourceOf = (dataset: DatasetName) => (dataset === 'forecast' ? 'gamma' : 'hf');

/** A host whose list differs from day to day. */
export interface World extends Pick<LocalServer, 'url' | 'close'> {
  day: number;
}

/** Serves a list of three pages, and records of any number. */
export async function serveWorld(): Promise<World> {
  const server = await serve((request, response) => {
    const page = listPage(request.url, 3);
    const items = page.items.map((item) => `${item} of day ${world.day}`);
    sendJson(response, request.url?.startsWith('/list') ? { ...page, items } : { path: request.url });
  });
  const world: World = { day: 1, url: server.url, close: server.close };
  return world;
}

const recordOf = (source: SourceName, id: number): UpstreamRequest => ({
  source,
  path: `/records/${id}`,
  query: [],
});

const listOf = (source: SourceName): WalkOptions => ({
  name: 'list',
  paginator: () => {
    const { first, read } = cursorPaginator();
    const own = (request: UpstreamRequest) => ({ ...request, source });
    return {
      first: () => own(first()),
      read: (...page) => {
        const step = read(...page);
        return { ...step, next: 'end' in step.next ? step.next : own(step.next) };
      },
    };
  },
});

async function fetchAll(upstream: ReturnType<typeof trackUses>['upstream'], build: Build) {
  const source = sourceOf(build.dataset);
  const walk = await upstream.walk(source, listOf(source));
  const bodies = walk.pages.map(({ sha256 }) => sha256);
  for (const id of build.records) {
    const { sha256 } = await upstream.fetch(recordOf(source, id), { tag: 'a' });
    bodies.push(sha256);
  }
  const texts: string[] = [];
  for (const sha256 of bodies) texts.push(Buffer.from(await upstream.body(sha256)).toString());
  return texts;
}

/** Fetches what a build fetches, without an end: as one that failed, or was killed. */
export async function fetchOnly(out: string, url: string, build: Build, wall = clockOf(build.day)) {
  const asOf = clockOf(build.day);
  const tracked = trackUses(upstreamUnderTest(url, join(out, 'snapshots'), { asOf, wall }).upstream);
  return { texts: await fetchAll(tracked.upstream, build), uses: tracked.uses };
}

/** Builds and publishes; returns what was read. */
export async function publishOne(out: string, url: string, build: Build): Promise<string[]> {
  const { texts, uses } = await fetchOnly(out, url, build);
  const { dataset, day, kind = 'published' } = build;
  const version = versionOf(day);
  const owner = { snapshotsDir: join(out, 'snapshots'), outDir: out, dataset, version, kind };
  const caches = new Set([`${version}/contents.json`, 'shared.json']);
  await writeUses(nodeFiles, owner, { ...uses, caches }, instant(clockOf(day)) + 3_600_000_000);
  await mkdir(join(out, dataset, version), { recursive: true });
  await writeFile(join(out, dataset, version, 'README.md'), version);
  await moveLatest(nodeFiles, join(out, dataset), version);
  const cacheDir = join(out, 'normalized', dataset, version);
  await mkdir(cacheDir, { recursive: true });
  for (const name of ['contents.json', 'run-0.arrow']) await writeFile(join(cacheDir, name), '');
  await writeFile(join(out, 'normalized', dataset, 'shared.json'), '');
  return texts;
}

/** Reads the same again without a host; rejects where anything is missing. */
export function replayOne(out: string, build: Build): Promise<string[]> {
  const options = { mode: 'replay', asOf: clockOf(build.day) } as const;
  const { upstream } = upstreamUnderTest('http://127.0.0.1:1', join(out, 'snapshots'), options);
  return fetchAll(upstream, build);
}

/** A plan for both datasets, or those named, as on a day. */
export function planOf(out: string, keep: number, day: number, names: readonly string[] = []) {
  return planPrune(nodeFiles, {
    outDir: out,
    snapshotsDir: join(out, 'snapshots'),
    keep,
    selected: DATASETS.filter(({ name }) => names.length === 0 || names.includes(name)),
    datasets: DATASETS,
    now: instant(clockOf(day)) + 2 * 3_600_000_000,
  });
}

/** Every file and link below a directory, sorted. */
export async function filesBelow(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name));
  return paths.map((path) => path.slice(dir.length + 1)).sort();
}

export const latestOf = (out: string, dataset: string): Promise<string> =>
  readlink(join(out, dataset, 'latest'));
