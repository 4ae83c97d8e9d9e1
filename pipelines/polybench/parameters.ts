import { z } from 'zod';
import { numberOfDay } from '../../common/time.js';

const utcDay = z
  .string()
  .refine((text) => numberOfDay(text) !== undefined, 'is no day of the form YYYY-MM-DD');
const share = z.number().min(0).max(1);

/** Parameters under `polybench.` (CONTRACT 4.2); the choices behind the defaults are in the dataset card. */
export const polybenchParameters = z.strictObject({
  /** First day of the corpus window. */
  corpusStart: utcDay.default('2025-12-01'),
  /** Last day of the corpus window, included. */
  corpusEnd: utcDay.default('2026-09-30'),
  /** Lowest start price of a market that is uncertain, included. */
  uncertainLow: share.default(0.05),
  /** Highest start price of a market that is uncertain, included. */
  uncertainHigh: share.default(0.95),
  /** Part of a day's liquidity that bets of one day may use. */
  fillCapAlpha: share.default(0.25),
  /** Greatest distance between a trade's YES price and the quote, included. */
  liquidityBand: share.default(0.05),
  /** USD that the daily caps of a market must add up to, included. */
  bankroll: z.number().min(0).max(1e9).default(10_000),
  /** Markets that resolve before this day are exempt from the liquidity rule. */
  liquidityRuleFrom: utcDay.default('2026-06-01'),
  /** Legs that one event keeps at most. */
  maxLegsPerEvent: z.int().min(1).default(2),
  /** Tradeable days that a market needs. */
  minTradeableDays: z.int().min(0).default(2),
  /** `yes-no` admits outcomes named Yes and No alone, `any` every binary market. */
  labels: z.enum(['yes-no', 'any']).default('yes-no'),
  /** Fill days without a YES quote from the NO token. */
  fillGaps: z.boolean().default(true),
  /** Markets that resolve on or after this day are test. */
  testFrom: utcDay.default('2026-06-01'),
  /** Days before corpusStart from which scheduled ends are listed. */
  listingSlackDays: z.int().min(0).max(3650).default(90),
});

export type PolybenchParameters = z.infer<typeof polybenchParameters>;
