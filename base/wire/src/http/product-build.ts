import * as z from 'zod/mini'

/** The code that a process runs. */
export const ProductBuild = z.object({
  /** Version of the release, with `-dev` between two releases. */
  version: z.string(),
  /** 40 digits, with `-dirty` after changes; null where neither git nor the build of an archive or image has named it. */
  commit: z.nullable(z.string()),
})
export type ProductBuild = z.infer<typeof ProductBuild>
