import { join } from 'node:path';
import { sha256 } from '../../common/hash.js';
import type { NormalizedQuestion } from '../../schemas/forecast.js';
import type { BuildContext } from '../dataset.js';

const RULE = 'criteria_changed';
/** How the detail of a drop begins that a later version has to carry on, because the old text is gone by then. */
const DIFFER = 'criteria differ from those published in ';

/** What the version before tells of criteria. */
interface Earlier {
  version: string;
  /** Hash of the criteria as published, by question id. */
  published: ReadonlyMap<string, string>;
  /** Details of drops for differing criteria, by candidate id. */
  dropped: ReadonlyMap<string, string>;
}

/**
 * A test for criteria that are not those of an earlier snapshot, as far as the previous version holds them: why they
 * are known to have changed, or undefined.
 */
export async function earlierCriteria(
  context: Pick<BuildContext<unknown>, 'files' | 'previous'>,
): Promise<(record: NormalizedQuestion) => string | undefined> {
  const earlier = await readEarlier(context);
  if (earlier === undefined) return () => undefined;
  const { version, published, dropped } = earlier;
  return (record) => {
    const carried = dropped.get(record.candidate_id);
    if (carried !== undefined) return carried;
    const before = published.get(record.candidate_id);
    return before === undefined || before === criteriaHash(record) ? undefined : DIFFER + version;
  };
}

async function readEarlier({ files, previous }: Pick<BuildContext<unknown>, 'files' | 'previous'>) {
  if (previous === undefined) return undefined;
  const published = new Map<string, string>();
  for await (const row of previous.rows('questions'))
    published.set(
      String(row.question_id),
      criteriaHash({
        resolution_criteria: String(row.resolution_criteria),
        fine_print: String(row.fine_print),
      }),
    );
  const ledger = join(previous.dir, 'dropped.jsonl');
  const text = (await files.exists(ledger)) ? (await files.read(ledger)).toString('utf8') : '';
  return { version: previous.version, published, dropped: carriedDrops(text) } satisfies Earlier;
}

function carriedDrops(ledger: string): Map<string, string> {
  const drops = new Map<string, string>();
  for (const line of ledger.split('\n')) {
    if (!line.includes(DIFFER)) continue;
    const { id, rule, detail } = JSON.parse(line) as Record<string, unknown>;
    if (rule === RULE && typeof detail === 'string' && detail.startsWith(DIFFER))
      drops.set(String(id), detail);
  }
  return drops;
}

/** Hash of what decides a resolution; white space does not count. */
function criteriaHash(texts: Pick<NormalizedQuestion, 'resolution_criteria' | 'fine_print'>): string {
  const plain = [texts.resolution_criteria, texts.fine_print].map((text) =>
    text.replace(/\s+/gu, ' ').trim(),
  );
  return sha256(plain.join('\n')).slice(0, 32);
}
