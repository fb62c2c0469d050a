import type { IdentityProvider } from '@bullring/login-api/social-provider'
import type { Language } from '@bullring/wire/text/languages'
import type { Generated } from 'kysely'

/** Tables of the custody service, besides `device_nonces` and `limit_events`. Every time is in Unix seconds. */
export type CustodyTables = {
  users: UserRow
  identities: IdentityRow
  user_devices: UserDeviceRow
  trusted_devices: TrustedDeviceRow
  device_requests: DeviceRequestRow
  device_links: DeviceLinkRow
  email_changes: EmailChangeRow
  email_change_links: EmailChangeLinkRow
  sessions: SessionRow
  wallets: WalletRow
  auth_shares: AuthShareRow
  recovery_shares: RecoveryShareRow
  release_log: ReleaseRow
}

type UserRow = { id: Generated<string>; created_at: number }

/** A way to log in to an account. Two with the same address are never merged. */
type IdentityRow = {
  provider: IdentityProvider
  /** The address itself for `email`, the account's id at the provider otherwise. */
  subject: string
  user_id: string
  email: string | null
  name: string | null
}

/** A device that a user has logged in on. The id is the thumbprint of its key. */
type UserDeviceRow = {
  user_id: string
  device_id: string
  /** Browser and system. */
  label: string
  created_at: number
  last_seen_at: number
  revoked_at: number | null
}

/** A device that may log in with this address: the owner of the mailbox approved it, or it made the wallet. */
type TrustedDeviceRow = { email: string; device_id: string; approved_at: number }

/** A mailed link. Only the hash of its token is stored. */
type DeviceRequestRow = {
  token_hash: Buffer
  email: string
  device_id: string
  origin: string
  ip: string
  label: string
  state: 'pending' | 'approved' | 'rejected'
  created_at: number
  expires_at: number
  /** For the page behind an earlier link, when none was mailed for this request; null otherwise. */
  code: string | null
}

/** A mailed link that removes a device that was new. Only the hash of its token is stored. */
type DeviceLinkRow = { token_hash: Buffer; user_id: string; device_id: string; created_at: number }

/** A change of address that a device has begun. */
type EmailChangeRow = {
  id: Generated<string>
  user_id: string
  device_id: string
  /** Null for a user without an address. */
  old_email: string | null
  new_email: string
  /** The first of `notice_emails`, for nodes of the previous version. */
  notice_email: string | null
  /** Addresses that get the link to undo it; null before it is applied, and if a node of the previous version has applied it. */
  notice_emails: string[] | null
  /** Language of the mails about it. */
  language: Generated<Language>
  origin: string
  ip: string
  label: string
  state: 'pending' | 'approved' | 'rejected' | 'applied' | 'undone'
  created_at: number
  /** Until when it can be approved, and then applied. */
  expires_at: number
  applied_at: number | null
  /** Time at which the link that undoes it was mailed. */
  notified_at: number | null
  undone_at: number | null
}

/** A mailed link to a change. Only the hash of its token is stored. */
type EmailChangeLinkRow = { token_hash: Buffer; change_id: string; kind: 'approve' | 'undo' }

/** A signed-in device. Only the hash of the token is stored. */
type SessionRow = {
  token_hash: Buffer
  user_id: string
  device_id: string
  provider: IdentityProvider
  subject: string
  /** Time at which the login was proved. */
  auth_time: number
  created_at: number
  expires_at: number
}

type WalletRow = {
  id: string
  user_id: string
  evm: Buffer
  solana: string
  created_at: number
  prefers_smart: Generated<boolean>
}

/** An encrypted share, see `Envelope`. */
type EncryptedColumns = { kek_id: string; wrapped_key: Buffer; ciphertext: Buffer }

/** The core's half of a device's 2-of-2. */
type AuthShareRow = EncryptedColumns & { wallet_id: string; device_id: string; created_at: number }

/** Share A of the recovery 2-of-2. */
type RecoveryShareRow = EncryptedColumns & { wallet_id: string }

/** A share that was handed out. */
type ReleaseRow = {
  id: Generated<number>
  wallet_id: string
  device_id: string
  kind: 'signature' | 'recovery'
  /** Origin of the app that embeds the frame. */
  origin: string
  /** RPC method that the share was for; null for a recovery. */
  method: string | null
  /** Hash of the signed request's params; null for a recovery. */
  digest: string | null
  at: number
}
