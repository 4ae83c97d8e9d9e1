import { parse } from 'yaml';
import { z } from 'zod';
import { downloadFile, type PinnedRepository } from '../../sources/hub.js';
import type { BuildContext } from '../dataset.js';
import type { OpenforesightParameters } from './parameters.js';
import type { ReadShard } from './reading.js';

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)/;

/** The parts of a card's front matter that can be compared with the files. */
const cardFacts = z.object({
  configs: z.array(z.object({ data_files: z.array(z.object({ split: z.string() })).optional() })).optional(),
  dataset_info: z
    .object({ splits: z.array(z.object({ name: z.string(), num_examples: z.number() })).optional() })
    .optional(),
});

/**
 * Compares the card of the pinned commit with its files and logs where they disagree: the files count (reference:
 * splits appear that the card does not list). A card that is missing or says nothing of it is no disagreement.
 */
export async function compareWithCard(
  { upstream, log }: Pick<BuildContext<OpenforesightParameters>, 'upstream' | 'log'>,
  repository: PinnedRepository,
  names: ReadonlyMap<string, string>,
  shards: readonly ReadShard[],
): Promise<void> {
  const file = repository.files.find(({ path }) => path === 'README.md');
  if (file === undefined) return;
  const stored = await downloadFile(upstream, repository, file);
  const text = Buffer.from(await upstream.body(stored.sha256)).toString('utf8');
  for (const disagreement of disagreements(text, names, shards)) {
    log.warn('openforesight.card_disagrees', { disagreement });
  }
}

/** What a card says otherwise than the files do, in words. `names` gives the published name of an upstream split. */
export function disagreements(
  card: string,
  names: ReadonlyMap<string, string>,
  shards: readonly ReadShard[],
): string[] {
  const facts = factsOf(card);
  if (facts === undefined) return ['the front matter of the card is not readable'];
  const listed = facts.configs?.flatMap((config) => config.data_files ?? []).map(({ split }) => split);
  const counted = facts.dataset_info?.splits;
  const found: string[] = [];
  if (listed !== undefined) {
    for (const split of listed)
      if (!names.has(split)) found.push(`the card lists ${split}, no file holds it`);
    for (const split of names.keys())
      if (!listed.includes(split)) found.push(`the card does not list ${split}`);
  }
  for (const { name, num_examples: said } of counted ?? []) {
    const rows = shards
      .filter(({ split }) => split === names.get(name))
      .reduce((sum, shard) => sum + shard.rows, 0);
    if (rows !== said) found.push(`the card counts ${said} rows of ${name}, the files hold ${rows}`);
  }
  return found;
}

function factsOf(card: string): z.infer<typeof cardFacts> | undefined {
  const yaml = FRONT_MATTER.exec(card)?.[1];
  if (yaml === undefined) return {};
  try {
    return cardFacts.safeParse(parse(yaml)).data;
  } catch {
    return undefined;
  }
}
