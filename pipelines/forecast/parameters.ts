import { z } from 'zod';

/** Parameters under `forecast.` (CONTRACT 4.1). */
export const forecastParameters = z.strictObject({
  /** A question needs at least this many forecasts on its post (paper 4.1: 100). */
  minForecasts: z.int().nonnegative().default(100),
  /** Where no entry stands at the cut, the last one counts if it ended at most this many hours before. */
  maxStaleHours: z.number().nonnegative().default(24),
  /** Statistic of the community for boolean questions. */
  communityStatistic: z.enum(['means', 'centers']).default('means'),
  /** Seed of the order in which new units are assigned to splits. */
  splitSeed: z.string().min(1).default('forecast'),
  /** Slug or id of the one tournament or project that is listed; all resolved posts where absent. */
  project: z.string().min(1).optional(),
});

export type ForecastParameters = z.infer<typeof forecastParameters>;
