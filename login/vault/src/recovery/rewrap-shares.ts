import type { Envelope } from '@bullring/login-server/envelope/envelope'
import { errorSummary } from '@bullring/server/error-summary'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import {
  findOutdatedShares,
  type ShareTable,
  type StoredShare,
  storeWrappedKey,
} from './recovery.queries.ts'
import { shareContext } from './share-context.ts'

export type RewrapDeps = { db: Database; envelope: Envelope; log: Logger }

const BATCH = 100

/**
 * Wraps the keys of all shares by the current key-encryption key, so that the earlier one can be removed. An interrupted run
 * continues at the next start. Shares that do not open are logged and left as they are.
 */
export async function rewrapShares(deps: RewrapDeps, signal: AbortSignal): Promise<void> {
  const { envelope, log } = deps
  let count = 0
  // In this order: a share that a passkey takes the place of meanwhile moves to the second table.
  for (const table of ['recovery_shares', 'held_shares'] as const) {
    count += await rewrapTable(deps, table, signal)
  }
  if (count > 0) log.info({ count, kekId: envelope.currentKekId }, 'recovery shares rewrapped')
}

async function rewrapTable(
  deps: RewrapDeps,
  table: ShareTable,
  signal: AbortSignal,
): Promise<number> {
  const { db, envelope } = deps
  let last: string | null = null
  let count = 0
  while (!signal.aborted) {
    const page = { table, kekId: envelope.currentKekId, after: last, limit: BATCH }
    const shares: StoredShare[] = await findOutdatedShares(db, page)
    for (const share of shares) count += (await rewrapShare(deps, table, share)) ? 1 : 0
    last = shares.at(-1)?.walletId ?? null
    if (last === null) break
  }
  return count
}

async function rewrapShare(
  { db, envelope, log }: RewrapDeps,
  table: ShareTable,
  share: StoredShare,
): Promise<boolean> {
  const { walletId, kekId } = share
  try {
    const wrapped = await envelope.rewrap(share, shareContext(share))
    await storeWrappedKey(db, { table, ...share }, wrapped)
    return true
  } catch (error) {
    log.error({ walletId, kekId, error: errorSummary(error) }, 'recovery share not rewrapped')
    return false
  }
}
