import * as z from 'zod/mini'

/** POST /siwx/revoke, with the token as `Authorization: Bearer`: signs out. Idempotent. */
export const SiwxRevokeResponse = z.object({ revoked: z.literal(true) })
export type SiwxRevokeResponse = z.infer<typeof SiwxRevokeResponse>
