import type { Envelope } from '@bullring/server/envelope/envelope'
import { errorSummary } from '@bullring/server/error-summary'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { findOutdatedShares, type StoredShare, storeWrappedKey } from './recovery.queries.ts'
import { shareContext } from './share-context.ts'

export type RewrapDeps = { db: Database; envelope: Envelope; log: Logger }

const BATCH = 100

/**
 * Wraps the keys of all shares by the current key-encryption key, so that the earlier one can be removed. An interrupted run
 * continues at the next start. Shares that do not open are logged and left as they are.
 */
export async function rewrapShares(deps: RewrapDeps, signal: AbortSignal): Promise<void> {
  const { db, envelope, log } = deps
  let last: string | null = null
  let count = 0
  while (!signal.aborted) {
    const shares = await findOutdatedShares(db, envelope.currentKekId, {
      after: last,
      limit: BATCH,
    })
    for (const share of shares) count += (await rewrapShare(deps, share)) ? 1 : 0
    last = shares.at(-1)?.walletId ?? null
    if (last === null) break
  }
  if (count > 0) log.info({ count, kekId: envelope.currentKekId }, 'recovery shares rewrapped')
}

async function rewrapShare(
  { db, envelope, log }: RewrapDeps,
  share: StoredShare,
): Promise<boolean> {
  const { walletId, kekId } = share
  try {
    await storeWrappedKey(db, share, await envelope.rewrap(share, shareContext(share)))
    return true
  } catch (error) {
    log.error({ walletId, kekId, error: errorSummary(error) }, 'recovery share not rewrapped')
    return false
  }
}
