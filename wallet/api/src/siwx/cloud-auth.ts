import { CaipNetworkId } from '@bullring/wire/caip-fields'
import { ChecksumAddress } from '@bullring/wire/fields'
import { isStorableText } from '@bullring/wire/storable-text'
import * as z from 'zod/mini'
import { SiwxVerifyRequest } from './verify.ts'

/**
 * /auth/v1/*: the same sign-in for wallet kits that sign in to their maker's cloud. Those take every JSON response
 * for a success, so errors are plain text (R-SIGNIN-8).
 */

/** Errors below this path are plain text. */
export const CLOUD_AUTH_PATH = '/auth/v1/'

/** GET /auth/v1/nonce. The token comes back as `x-nonce-jwt: Bearer` with the signed message. */
export const CloudAuthNonce = z.object({ nonce: z.string(), token: z.string() })

/** POST /auth/v1/authenticate. Kits also send `clientId` and `walletInfo`, which are dropped. */
export const CloudAuthRequest = SiwxVerifyRequest

/** The token opens the session as `Authorization: Bearer`, here and at /siwx. Kits of version 1.8 read it as a JSON Web Token. */
export const CloudAuthToken = z.object({ token: z.string() })

/** PATCH /auth/v1/update-user-metadata: the data that the app keeps with the session. */
export const CloudAuthMetadata = z
  .record(z.string().check(z.maxLength(64)), z.unknown())
  .check(z.refine(isStorable, 'not JSON that can be stored'))

/** PUT /auth/v1/account-metadata, its name from version 1.8 on. Null removes it. */
export const CloudAuthAccountMetadata = z.object({ metadata: z.nullable(CloudAuthMetadata) })

/** GET /auth/v1/me. */
export const CloudAuthAccount = z.object({
  address: ChecksumAddress,
  chainId: z.int(),
  /** The same chain, for kits of version 1.8. */
  caip2Network: CaipNetworkId,
  metadata: CloudAuthMetadata,
})

/** POST /auth/v1/sign-out, and of the updates. */
export const CloudAuthDone = z.object({})

/** PostgreSQL's JSON has the limits of its texts, also for names. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value)
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, item]) => isStorableText(name) && isStorable(item))
}
