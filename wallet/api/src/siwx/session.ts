import { CaipNetworkId } from '@bullring/wire/caip-fields'
import { ChecksumAddress } from '@bullring/wire/fields'
import * as z from 'zod/mini'

/** GET /siwx/session, with the token as `Authorization: Bearer`: the signed-in account, or 401. */
export const SiwxSession = z.object({
  address: ChecksumAddress,
  chainId: CaipNetworkId,
  /** Host of the page where the account signed in. */
  domain: z.string(),
  issuedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type SiwxSession = z.infer<typeof SiwxSession>
