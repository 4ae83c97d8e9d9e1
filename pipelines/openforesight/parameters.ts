import { z } from 'zod';

/** Parameters under `openforesight.`. */
export const parameters = z.strictObject({
  /** Publish article title, article text and the prompt with retrieved passages: third-party news, for local use. */
  includeArticles: z.boolean().default(false),
  /** Branch, tag or commit of the upstream repository; resolved to a commit once per build. */
  revision: z.string().min(1).default('main'),
});

export type OpenforesightParameters = z.infer<typeof parameters>;
