import { SPLITS, type Split } from '../../schemas/polybench.js';
import type { PublishedVersion } from '../dataset.js';
import { NOTHING_PUBLISHED, type PublishedEvents } from './events.js';

/** Events and legs of an earlier version. TypeError where one of its rows has no known split. */
export async function publishedEvents(previous: PublishedVersion | undefined): Promise<PublishedEvents> {
  if (previous === undefined) return NOTHING_PUBLISHED;
  const splits = new Map<string, Split>();
  const legs = new Set<string>();
  for await (const row of previous.rows('markets')) {
    splits.set(String(row.event_id), splitOf(row.split));
    legs.add(String(row.market_id));
  }
  return { splits, legs };
}

function splitOf(value: unknown): Split {
  const split = SPLITS.find((name) => name === value);
  if (split === undefined) throw new TypeError(`${String(value)} is no split of polybench`);
  return split;
}
