import type { IdentityProvider, SocialProvider } from '@bullring/login-api/social-provider'
import type { Language } from '@bullring/wire/text/languages'
import type { Generated, JSONColumnType } from 'kysely'

/** Tables of the vault. Every time is in Unix seconds, by the database's clock. */
export type VaultTables = {
  accounts: AccountRow
  identities: IdentityRow
  logins: LoginRow
  otps: OtpRow
  limit_events: LimitEventRow
  email_updates: EmailUpdateRow
  email_claims: EmailClaimRow
  oauth_logins: OAuthLoginRow
  farcaster_channels: FarcasterChannelRow
  recovery_shares: RecoveryShareRow
  release_log: ReleaseRow
  passkeys: PasskeyRow
  held_shares: HeldShareRow
  passkey_changes: PasskeyChangeRow
  passkey_undo_links: PasskeyUndoLinkRow
}

/** Owner of recovery shares. */
type AccountRow = { id: Generated<string>; created_at: number }

/** A way to log in to an account. */
type IdentityRow = {
  provider: IdentityProvider
  /** The address itself for `email`, the account's id at the provider otherwise. */
  subject: string
  account_id: string
  email: string | null
  name: string | null
  /** Time at which it became a login of this account; 0 for its first one. */
  linked_at: Generated<number>
}

/** The newest login of a device. */
type LoginRow = {
  device_id: string
  account_id: string
  provider: IdentityProvider
  subject: string
  auth_time: number
}

/** A code that was mailed. Neither the code nor the wrong ones can be computed from this row without the service's key. */
type OtpRow = {
  device_id: string
  email: string
  purpose: string
  salt: Buffer
  code_hash: Buffer
  /** Hashes of the distinct wrong codes, in the order of their entry. */
  wrong_hashes: Generated<Buffer[]>
  tries: Generated<number>
  /** Wrong codes of the current try after its first. */
  corrections: Generated<number>
  expires_at: number
  /** Whether the mailbox has let the device in: its wrong tries are counted separately. */
  is_owner: Generated<boolean>
}

/** Something that is allowed a number of times per period: a mail, a wrong code, a release. */
type LimitEventRow = { id: Generated<number>; kind: string; key: string; at: number }

/** A change of address that a device has begun. */
type EmailUpdateRow = {
  device_id: string
  account_id: string
  /** Null for an account without an address to log in with. */
  old_email: string | null
  new_email: string
  is_old_confirmed: boolean
  /** Null for an account without a wallet. */
  wallet_id: string | null
  /** Whether the device has proven that it knows the recovery share of the wallet. */
  is_proven: Generated<boolean>
  expires_at: number
}

/**
 * An address that an account has proven and does not log in with: a new one that custody has not confirmed yet, or an earlier
 * one, which returns when a change is undone. It gives no right before custody's receipt names it.
 */
type EmailClaimRow = { account_id: string; email: string; expires_at: number }

/** A login that a device has started at another site. Without the verifier, which only the frame has, it is of no use. */
type OAuthLoginRow = {
  state: string
  device_id: string
  provider: SocialProvider
  code_challenge: string
  nonce_salt: string
  expires_at: number
}

/** A login with Farcaster that a device has started; one per device. */
type FarcasterChannelRow = {
  device_id: string
  id: string
  /** Token of the channel at the relay. */
  token: string
  salt: string
  /** Message that the phone has signed; null until then. */
  message: string | null
  signature: string | null
  user_name: string | null
  expires_at: number
}

/**
 * Share B of the recovery set, encrypted with a separate key, which the service's key `kek_id` wraps. All three are null
 * when only a passkey opens the share. Then `proof_hash` is the hash of the proof that a caller has it.
 */
export type RecoveryShareRow = {
  wallet_id: string
  account_id: string
  kek_id: string | null
  wrapped_key: Buffer | null
  ciphertext: Buffer | null
  proof_hash: Buffer | null
  created_at: number
}

/** The plain share that a passkey has taken the place of, for a few days. */
type HeldShareRow = {
  wallet_id: string
  kek_id: string
  wrapped_key: Buffer
  ciphertext: Buffer
  held_at: number
}

/** A passkey and the share as it opens it, which the service cannot. */
type PasskeyRow = {
  credential_id: string
  wallet_id: string
  label: string
  salt: Buffer
  encrypted_share: Buffer
  created_at: number
}

/** Change of the passkeys of a wallet. `email-undone` is caused by an undone change of the address. */
export type PasskeyChangeKind = 'added' | 'required' | 'removed' | 'undone' | 'email-undone'

/** A change of the passkeys, and what it replaced. */
type PasskeyChangeRow = {
  id: Generated<number>
  wallet_id: string
  kind: PasskeyChangeKind
  was_required: boolean
  passkeys_before: JSONColumnType<readonly unknown[]>
  /** The first of `emails`, for nodes of the previous version. */
  email: string | null
  /** Addresses to notify; null for changes that a node of the previous version recorded. */
  emails: string[] | null
  /** Addresses that were notified, as long as others were not; null for none. */
  notified_emails: string[] | null
  /** IP address from which it was made; null for a change by a node of the previous version. */
  ip: string | null
  device: string | null
  app: string | null
  language: Generated<Language>
  changed_at: number
  /** Time at which that mail was sent. */
  notified_at: number | null
  undone_at: number | null
}

/** A mailed link that undoes a change. Only the hash of its token is stored. */
type PasskeyUndoLinkRow = { token_hash: Buffer; change_id: number }

/** A share that was handed out. */
type ReleaseRow = {
  id: Generated<number>
  wallet_id: string
  device_id: string
  ip: string
  at: number
}
