import { z } from 'zod';

const sha1 = z.string().regex(/^[0-9a-f]{40}$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** `GET /api/datasets/{id}/revision/{rev}`: the commit that the revision stands for at the moment of the call. */
export const hubInfo = z.object({
  id: z.string(),
  sha: sha1,
});

const hubFile = z.object({
  type: z.literal('file'),
  path: z.string().min(1),
  /** Git blob sha1; of the pointer where `lfs` is there. */
  oid: sha1,
  /** Bytes of the content. */
  size: z.int().nonnegative(),
  /** Large files: sha256 and bytes of the content. `pointerSize` is the pointer's, not the content's. */
  lfs: z.object({ oid: sha256, size: z.int().nonnegative() }).optional(),
});

const hubDirectory = z.object({ type: z.literal('directory'), path: z.string().min(1) });

/** One entry of a tree listing. */
const hubEntry = z.discriminatedUnion('type', [hubFile, hubDirectory]);

/** One page of `GET /api/datasets/{id}/tree/{rev}`. */
export const hubTreePage = z.array(hubEntry);

export type HubFile = z.infer<typeof hubFile>;
export type HubEntry = z.infer<typeof hubEntry>;
