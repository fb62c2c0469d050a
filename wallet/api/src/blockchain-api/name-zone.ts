import * as z from 'zod/mini'

/** GET /v1/profile/zone: the domain below which visitors register names; null where there are no names. */
export const NameZone = z.object({ zone: z.nullable(z.string()) })
export type NameZone = z.infer<typeof NameZone>
