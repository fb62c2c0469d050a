import * as z from 'zod/mini'

/** POST /siwx/revoke, with the token as `Authorization: Bearer`: signs out. Idempotent. */
export const SiwxRevokeResponse = z.object({ revoked: z.literal(true) })
/** @see SiwxRevokeResponse */
export type SiwxRevokeResponse = z.infer<typeof SiwxRevokeResponse>
