import { UsageError } from '../common/errors.js';
import type { Dataset } from './dataset.js';
import { forecastDataset } from './forecast/index.js';
import { openforesightDataset } from './openforesight/index.js';
import { polybenchDataset } from './polybench/index.js';

/** Every dataset of the product, in the order in which they are built. */
export const DATASETS: readonly Dataset[] = [forecastDataset, polybenchDataset, openforesightDataset];

/** The named datasets in build order; all of them where none is named. UsageError for an unknown name. */
export function chooseDatasets(names: readonly string[]): readonly Dataset[] {
  const unknown = names.find((name) => !DATASETS.some((dataset) => dataset.name === name));
  if (unknown !== undefined)
    throw new UsageError(
      `there is no dataset ${unknown}`,
      `The datasets are ${DATASETS.map((dataset) => dataset.name).join(', ')}.`,
    );
  return names.length === 0 ? DATASETS : DATASETS.filter((dataset) => names.includes(dataset.name));
}
