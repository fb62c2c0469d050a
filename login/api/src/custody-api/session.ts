import { ChecksumAddress, TimestampField } from '@bullring/wire/fields'
import * as z from 'zod/mini'
import { IdentityProvider } from '../social-provider.ts'
import { Assertion } from '../vault-api/assertion.ts'
import { LoginEvidence } from '../vault-api/login-evidence.ts'
import { EmptyRequest, SolanaAddress, TokenField, WalletIdField } from './fields.ts'

/** The wallet of a user. */
export const CustodyWallet = z.object({
  id: WalletIdField,
  evm: ChecksumAddress,
  solana: SolanaAddress,
  /** Whether apps that leave the choice to the wallet see its smart account. Missing in sessions stored before it existed. */
  prefersSmart: z.optional(z.boolean()),
})
export type CustodyWallet = z.infer<typeof CustodyWallet>

/** A signed-in user on this device. */
export const CustodySession = z.object({
  user: z.object({
    id: z.uuid(),
    /** Null for an identity without an address. */
    email: z.nullable(z.string()),
    name: z.nullable(z.string()),
    provider: IdentityProvider,
    /** The address with which the user can log in, whatever this login was; null for none. */
    loginEmail: z.nullable(z.string()),
  }),
  /** Null until the frame has made one. */
  wallet: z.nullable(CustodyWallet),
  /** Whether the core holds an auth share for this device. Otherwise the device must be enrolled. */
  hasAuthShare: z.boolean(),
  /** Time of the user's last proof of the login, in Unix seconds. Exporting and enrolling need a recent one. */
  authTime: TimestampField,
  expiresAt: TimestampField,
})
export type CustodySession = z.infer<typeof CustodySession>

/** POST /core/session/open: turns the vault's assertion into a session of this device. */
export const SessionOpenRequest = z.object({
  assertion: Assertion,
  /** For the core's own check of every login that is not by email. */
  evidence: z.optional(LoginEvidence),
})
export type SessionOpenRequest = z.infer<typeof SessionOpenRequest>

/** The token is returned only here. */
export const SessionOpenResponse = z.object({ token: TokenField, session: CustodySession })
export type SessionOpenResponse = z.infer<typeof SessionOpenResponse>

/** POST /core/session/get: the session, or 401 `session.none`. Responds with {@link CustodySession}. */
export const SessionGetRequest = EmptyRequest

/** POST /core/session/receipt: core's word on the session, for vault. */
export const SessionReceiptRequest = EmptyRequest
export const SessionReceiptResponse = z.object({
  /** Null for a user without a wallet. */
  receipt: z.nullable(Assertion),
})
export type SessionReceiptResponse = z.infer<typeof SessionReceiptResponse>

/** POST /core/session/close: signs out. Idempotent. */
export const SessionCloseRequest = EmptyRequest
export const SessionCloseResponse = z.object({ closed: z.literal(true) })
