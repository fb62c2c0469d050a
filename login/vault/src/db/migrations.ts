import type { Migration } from 'kysely/migration'
import { loginMigration } from './migrations/0001-login.ts'
import { recoveryMigration } from './migrations/0002-recovery.ts'
import { emailUpdatesMigration } from './migrations/0003-email-updates.ts'
import { oauthMigration } from './migrations/0004-oauth.ts'
import { farcasterMigration } from './migrations/0006-farcaster.ts'
import { oauthNonceSaltMigration } from './migrations/0007-oauth-nonce-salt.ts'
import { emailClaimsMigration } from './migrations/0008-email-claims.ts'
import { passkeysMigration } from './migrations/0009-passkeys.ts'
import { heldSharesMigration } from './migrations/0010-held-shares.ts'
import { passkeyChangesMigration } from './migrations/0011-passkey-changes.ts'
import { mailLanguagesMigration } from './migrations/0012-mail-languages.ts'
import { sharedLimitsMigration } from './migrations/0013-shared-limits.ts'
import { ownerProofsMigration } from './migrations/0014-owner-proofs.ts'
import { ownerCodesMigration } from './migrations/0015-owner-codes.ts'

/** Applied in the order of their names. Never edit a released one: add the next number. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-login': loginMigration,
  '0002-recovery': recoveryMigration,
  '0003-email-updates': emailUpdatesMigration,
  '0004-oauth': oauthMigration,
  '0006-farcaster': farcasterMigration,
  '0007-oauth-nonce-salt': oauthNonceSaltMigration,
  '0008-email-claims': emailClaimsMigration,
  '0009-passkeys': passkeysMigration,
  '0010-held-shares': heldSharesMigration,
  '0011-passkey-changes': passkeyChangesMigration,
  '0012-mail-languages': mailLanguagesMigration,
  '0013-shared-limits': sharedLimitsMigration,
  '0014-owner-proofs': ownerProofsMigration,
  '0015-owner-codes': ownerCodesMigration,
}
