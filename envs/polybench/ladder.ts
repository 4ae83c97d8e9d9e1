import { sha256 } from '../../common/hash.js';
import { compareCodePoints } from '../../common/order.js';

/**
 * An order of markets that is the same on every machine and has nothing to do with what they are: by
 * sha256(seed + ":" + id). The slates of the ladder are its beginnings.
 */
export function ladderOrder(ids: readonly string[], seed: string): string[] {
  return ids
    .map((id) => ({ id, hash: sha256(`${seed}:${id}`) }))
    .sort((a, b) => compareCodePoints(a.hash, b.hash))
    .map(({ id }) => id);
}

/** Sizes of the slates: 1, 2, 4, ... below the number of markets, and all of them; none where there is no market. */
export function rungs(markets: number): number[] {
  const sizes: number[] = [];
  for (let size = 1; size < markets; size *= 2) sizes.push(size);
  return markets > 0 ? [...sizes, markets] : [];
}
