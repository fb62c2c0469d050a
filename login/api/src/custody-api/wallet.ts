import { AddressField } from '@bullring/wire/fields'
import * as z from 'zod/mini'
import { bytesField } from '../byte-fields.ts'
import { ShareField } from '../vault-api/share-field.ts'
import { EmptyRequest, SolanaAddress, WalletIdField } from './fields.ts'

/** Returns the text whose signature (EIP-191) by the new key proves that the frame holds it. */
export function walletProofText(walletId: string, userId: string, deviceId: string): string {
  return `Bullring embedded wallet ${walletId}\nUser: ${userId}\nDevice: ${deviceId}`
}

/**
 * POST /core/wallet/create, with a session: stores a new wallet. Put the vault's recovery share first. The same request
 * again succeeds; 409 `custody.wallet-exists` when the user has another wallet.
 */
export const WalletCreateRequest = z.object({
  walletId: WalletIdField,
  evm: AddressField,
  solana: SolanaAddress,
  /** Auth share of this device's 2-of-2. */
  authShare: ShareField,
  /** RA, of the recovery 2-of-2. */
  recoveryShare: ShareField,
  /** Whether the wallet starts with its smart account. */
  prefersSmart: z.optional(z.boolean()),
  /** Signature of {@link walletProofText}. */
  proof: z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-fA-F]{130}$/))]),
})
export type WalletCreateRequest = z.input<typeof WalletCreateRequest>

/** Response of the requests that store something. */
export const StoredResponse = z.object({ stored: z.literal(true) })
export type StoredResponse = z.infer<typeof StoredResponse>

/** POST /core/wallet/auth-share, with a session: this device's auth share, for one signature. Logged. */
export const AuthShareRequest = z.object({
  walletId: WalletIdField,
  /** RPC method of the approved request, such as `personal_sign`. */
  method: z.string().check(z.regex(/^[A-Za-z0-9_]{1,64}$/, 'not an RPC method')),
  /** SHA-256 of the approved request's params as JSON, in base64url. */
  digest: bytesField(32),
})
export type AuthShareRequest = z.infer<typeof AuthShareRequest>

/** A share of the wallet's key. */
export const ShareResponse = z.object({ walletId: WalletIdField, share: ShareField })
export type ShareResponse = z.infer<typeof ShareResponse>

/** POST /core/wallet/device-share, with a session: stores the auth share of this device's new 2-of-2. */
export const DeviceShareRequest = z.object({ walletId: WalletIdField, share: ShareField })
export type DeviceShareRequest = z.infer<typeof DeviceShareRequest>

/**
 * POST /core/wallet/account-type, with a session: the account that the wallet uses from now on, for apps that leave the
 * choice to it.
 */
export const AccountTypeRequest = z.object({ prefersSmart: z.boolean() })
export type AccountTypeRequest = z.infer<typeof AccountTypeRequest>

/**
 * POST /core/wallet/recovery-auth, with a login not older than five minutes: RA, to enrol this device or to export the
 * key. The user is notified by email. Responds with {@link ShareResponse}.
 */
export const RecoveryAuthRequest = EmptyRequest
