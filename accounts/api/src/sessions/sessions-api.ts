import { CaipNetworkId } from '@bullring/wire/caip-fields'
import { ChecksumAddress } from '@bullring/wire/fields'
import * as z from 'zod/mini'
import { WireSession } from './session-call.ts'
import { hexOf } from './session-fields.ts'
import { AccountSignature } from './session-revocation.ts'

/** GET /v1/sessions/{address}: what keys may do, or could, for an account (R-SMART-3). Times are in Unix seconds. */

/** A session of a key. Wallet kits call its id `pci`. */
export const SmartSession = z.object({
  pci: hexOf(32),
  chainId: CaipNetworkId,
  createdAt: z.int(),
  expiry: z.int(),
  /** Null while it is not revoked. */
  revokedAt: z.nullable(z.int()),
  /** Sent in all, in wei. */
  spent: z.string().check(z.regex(/^\d+$/)),
  /** Other clients may have granted more methods than we relay. The first 50 are listed. */
  session: z.extend(WireSession, {
    methods: z.array(z.object({ to: ChecksumAddress, selector: hexOf(4) })),
  }),
})
export type SmartSession = z.output<typeof SmartSession>

/** Newest first. */
export const SessionsResponse = z.object({
  pcis: z.array(SmartSession),
  /** Whether calls that a key signed are sent: there is a bundler. */
  takesCalls: z.boolean(),
})
export type SessionsResponse = z.output<typeof SessionsResponse>

/** POST /v1/sessions/{address}/revoke: ends a session with the account's signature. */
export const RevokeSessionRequest = z.object({ pci: hexOf(32), signature: AccountSignature })

/** `hash` identifies the entry of the bundler; null where the session had ended already. */
export const RevokeSessionResponse = z.object({
  success: z.literal(true),
  hash: z.nullable(hexOf(32)),
})
export type RevokeSessionResponse = z.output<typeof RevokeSessionResponse>

/** POST /v1/sessions/{address}/calls: a call of a session. `hash` is what its key signed. */
export const SessionCallResponse = z.object({ hash: hexOf(32) })
