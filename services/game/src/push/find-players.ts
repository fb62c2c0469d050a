import { toAddress, toBytes } from '@bullring/server/db/bytes'
import type { Address } from 'viem'
import type { Database } from '../db/open-database.ts'

/** Finds those of `accounts` that bet on rounds from `epoch` on. */
export async function findPlayers(
  db: Database,
  accounts: readonly Address[],
  epoch: number,
): Promise<ReadonlySet<Address>> {
  if (accounts.length === 0) return new Set()
  const rows = await db
    .selectFrom('bets')
    .select('account')
    .distinct()
    .where('account', 'in', accounts.map(toBytes))
    .where('epoch', '>=', epoch)
    .execute()
  return new Set(rows.map(({ account }) => toAddress(account)))
}
