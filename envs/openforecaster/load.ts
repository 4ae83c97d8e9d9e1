import { openDataset } from '../../reader/index.js';
import { jsonlQuestions } from './jsonl-questions.js';
import type { QuestionStore } from './questions.js';

/**
 * The questions of a published version: of the directory of a version, or of the latest one under a dataset's
 * directory. The reader compares the files with the manifest and names what is wrong.
 */
export async function loadQuestions(path: string): Promise<QuestionStore> {
  const dataset = await openDataset(path, { dataset: 'openforesight' });
  const paths = new Map<string, string>();
  for (const split of dataset.splits)
    for (const file of await dataset.paths(split, { format: 'jsonl' })) paths.set(split, file);
  return jsonlQuestions(dataset.version, paths);
}
