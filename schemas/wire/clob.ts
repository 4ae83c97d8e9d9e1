import { z } from 'zod';
import { finiteNumber } from '../../common/micros.js';

const price = z.unknown().transform((value, context) => {
  const parsed = finiteNumber(value);
  if (parsed === undefined) {
    context.addIssue({ code: 'custom', message: 'is no finite number' });
    return z.NEVER;
  }
  return parsed;
});

/** One sample of `GET /prices-history`: Unix seconds and the token's midpoint, which may be 0, 1 or a half-tick. */
const pricePoint = z.object({
  t: z.int(),
  p: price,
});

export type PricePoint = z.infer<typeof pricePoint>;

/** The answer of `GET /prices-history`, oldest first. An unknown token has an empty history and status 200. */
export const priceHistory = z.object({ history: z.array(pricePoint) });
