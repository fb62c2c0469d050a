import type { Migration } from 'kysely/migration'
import { historyMigration } from './migrations/0001-history.ts'
import { signInMigration } from './migrations/0002-sign-in.ts'
import { eventCountsMigration } from './migrations/0003-event-counts.ts'
import { namesMigration } from './migrations/0004-names.ts'
import { onrampMigration } from './migrations/0005-onramp.ts'
import { sessionMetadataMigration } from './migrations/0006-session-metadata.ts'
import { nftsMigration } from './migrations/0007-nfts.ts'
import { secretsMigration } from './migrations/0008-secrets.ts'
import { contractPaymentsMigration } from './migrations/0009-contract-payments.ts'
import { sessionsMigration } from './migrations/0010-sessions.ts'
import { sharedLimitsMigration } from './migrations/0011-shared-limits.ts'
import { nftTransactionsMigration } from './migrations/0012-nft-transactions.ts'
import { limitEventsMigration } from './migrations/0013-limit-events.ts'

/** Applied in the order of their names. Never edit a released one: add the next number. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-history': historyMigration,
  '0002-sign-in': signInMigration,
  '0003-event-counts': eventCountsMigration,
  '0004-names': namesMigration,
  '0005-onramp': onrampMigration,
  '0006-session-metadata': sessionMetadataMigration,
  '0007-nfts': nftsMigration,
  '0008-secrets': secretsMigration,
  '0009-contract-payments': contractPaymentsMigration,
  '0010-sessions': sessionsMigration,
  '0011-shared-limits': sharedLimitsMigration,
  '0012-nft-transactions': nftTransactionsMigration,
  '0013-limit-events': limitEventsMigration,
}
