import { expect, it } from 'vitest';
import { parseInstant } from '../../common/time.js';
import { labelOf } from '../../pipelines/forecast/label.js';
import { normalizePost } from '../../pipelines/forecast/normalize.js';
import { forecastParameters } from '../../pipelines/forecast/parameters.js';
import { forecastRules } from '../../pipelines/forecast/rules.js';
import { judge } from '../../pipelines/stages/rules.js';
import { resultsOf } from '../../sources/metaculus/posts-paginator.js';
import { costOf, line, median } from './cost.js';
import { listedPages } from './listed-pages.js';

const OFFSETS = [0, 8_000, 16_000, 24_000];
/** How often a round reads the pages: a single reading is too short to be timed. */
const READINGS = 10;
/** The first rounds are for the compiler, and are not counted. */
const ROUNDS = { warmUp: 3, measured: 15 };

const asOf = parseInstant('2026-11-30') ?? Number.NaN;
const inputs = { ...forecastParameters.parse({}), asOf, earlierCriteria: () => undefined };

interface Counts {
  posts: number;
  candidates: number;
  kept: number;
}

/** The same work as a build's: bytes to JSON, wire check, record, verdict, and the row of what is kept. */
function judgeAndLabel(pages: readonly Buffer[], counts: Counts): void {
  for (const page of pages)
    for (const post of resultsOf(page)) {
      counts.posts += 1;
      for (const record of normalizePost(post, { sha256: '', pointer: '' }, asOf)) {
        counts.candidates += 1;
        if (judge(forecastRules, record, inputs) !== undefined) continue;
        counts.kept += labelOf(record, inputs).gold_confidence > 0 ? 1 : 0;
      }
    }
}

function parseOnly(pages: readonly Buffer[]): void {
  for (const page of pages) JSON.parse(page.toString('utf8'));
}

async function repeated(work: () => void): Promise<void> {
  for (let reading = 0; reading < READINGS; reading += 1) work();
}

it('rules and labels against plain JSON.parse of the same posts', async () => {
  const pages = listedPages(OFFSETS).map((page) => Buffer.from(page));
  const counts: Counts = { posts: 0, candidates: 0, kept: 0 };
  judgeAndLabel(pages, counts);
  const { posts, candidates, kept } = counts;
  const rounds = [];
  for (let round = 0; round < ROUNDS.warmUp + ROUNDS.measured; round += 1)
    rounds.push({
      plain: await costOf(() => repeated(() => parseOnly(pages))),
      whole: await costOf(() => repeated(() => judgeAndLabel(pages, counts))),
    });
  const measured = rounds.slice(ROUNDS.warmUp);
  const plain = median(measured.map((round) => round.plain));
  const whole = median(measured.map((round) => round.whole));
  const perSecond = (seconds: number) => Math.round((READINGS * posts) / seconds).toLocaleString('en');
  const megabytes = pages.reduce((bytes, page) => bytes + page.length, 0) / 1e6;
  const report = [
    `${''.padEnd(44)}   wall  ratio    cpu  ratio  aim`,
    line('JSON.parse', plain, plain),
    line('JSON.parse, check, normalize, rules, labels', whole, plain, '< 2'),
    `${posts} posts of ${megabytes.toFixed(1)} MB, ${candidates} candidates, ${kept} kept, read ${READINGS} times a round`,
    `posts a second of processor time: ${perSecond(plain.cpu)} parsed, ${perSecond(whole.cpu)} labelled`,
  ];
  process.stdout.write(`${report.join('\n')}\n`);
  expect(kept).toBeGreaterThan(0);
});
