import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withDuckDb } from '../../pipelines/io/duckdb.js';
import { runCli, temporaryDirectory } from '../support/cli.js';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/consuming.md'), 'utf8');
const run = promisify(execFile);

/** The code blocks of the page in one language, in order. */
function examples(language: string): string[] {
  return [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, code = '']) => code,
  );
}

const hasPython = (module: string) => spawnSync('python3', ['-c', `import ${module}`]).status === 0;

let dir: string;
let dispose: () => Promise<void>;
beforeAll(async () => {
  ({ path: dir, dispose } = await temporaryDirectory());
  const { code, stderr } = await runCli(['fixtures', '--out', join(dir, 'out')]);
  if (code !== 0) throw new Error(stderr);
  await mkdir(join(dir, 'node_modules/@types'), { recursive: true });
  await symlink(ROOT, join(dir, 'node_modules/forecast-datasets'));
  await symlink(join(ROOT, 'node_modules/@types/node'), join(dir, 'node_modules/@types/node'));
}, 300_000);
afterAll(() => dispose());

describe('the TypeScript examples', () => {
  /** What each example prints. */
  const printed = [
    /^2026-11-30 \[ 'train', 'validation', 'test' \]\n\d+\n\d+ 0\.\d+\n$/,
    /^\d{4}-\d{2}-\d{2} 0\.\d+\ntrue\n$/,
    /^\d+ \d+\n\d+\n$/,
    /metric: 'accuracy'[\s\S]*\n0\.875\n-10\.536\d+\n$/,
  ];

  it('hold their types and run', async () => {
    const sources = examples('ts');
    for (const [index, code] of sources.entries()) await writeFile(join(dir, `example-${index}.mts`), code);
    const options = {
      module: 'nodenext',
      target: 'es2023',
      strict: true,
      skipLibCheck: true,
      types: ['node'],
    };
    await writeFile(
      join(dir, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, include: ['*.mts'] }),
    );
    await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', dir]).catch(({ stdout }) => {
      throw new Error(String(stdout));
    });
    expect(sources).toHaveLength(printed.length);
    for (const index of sources.keys()) {
      const { stdout } = await run(process.execPath, [`example-${index}.mjs`], { cwd: dir });
      expect(stdout).toMatch(printed[index] as RegExp);
    }
  }, 300_000);
});

describe('the shell example', () => {
  it.each(examples('bash'))('runs: example %#', async (code) => {
    const cli = `${process.execPath} ${join(ROOT, 'dist/pipelines/cli.js')}`;
    const command = code.replaceAll('npx forecast-datasets', cli);
    const { stdout, stderr } = await run('bash', ['-ec', command], { cwd: dir });
    expect(stdout).toMatch(/^answered +\d+ +\d+ +0\.\d{4}/m);
    expect(stderr).toMatch(
      /^done: [1-9]\d* of \d+ questions answered.* 0 problems in the file; page scores\.html\n$/,
    );
  });
});

describe('the DuckDB examples', () => {
  it.each(examples('sql'))('run: example %#', async (sql) => {
    const rows = await withDuckDb(async (connection) =>
      (await connection.runAndReadAll(sql.replaceAll("'out/", `'${dir}/out/`))).getRows(),
    );
    expect(rows.length).toBeGreaterThanOrEqual(3);
  });
});

describe('the Python examples', () => {
  for (const code of examples('python')) {
    const [, module = ''] = /^(?:import|from) (\w+)/.exec(code) ?? [];
    it.skipIf(!hasPython(module))(`with ${module}`, async () => {
      const { stdout } = await run('python3', ['-c', code], {
        cwd: dir,
        env: { ...process.env, HF_HOME: dir },
      });
      expect(stdout).not.toBe('');
    });
  }
});
