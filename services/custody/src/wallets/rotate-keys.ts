import { setTimeout as sleep } from 'node:timers/promises'
import type { Envelope } from '@bullring/server/envelope/envelope'
import type { Kysely, Transaction } from 'kysely'
import type { CustodyTables } from '../db/schema.ts'
import { authShareContext, recoveryShareContext } from './share-context.ts'

const BATCH = 100

/** Time between batches: requests go first. */
const PAUSE_MS = 50

export type RotateDeps = {
  db: Kysely<CustodyTables>
  envelope: Envelope
  onRewrapped: (count: number) => void
}

/**
 * Wraps all record keys by the current key-encryption key; afterwards the configuration no longer needs the older ones.
 * Requests are served meanwhile. May run in several processes and be ended at any time.
 *
 * @throws {UnknownKekError} @throws {UnreadableRecordError}
 */
export async function rotateKeys(deps: RotateDeps, signal: AbortSignal): Promise<void> {
  for (const rewrapBatch of [rewrapAuthShares, rewrapRecoveryShares]) {
    for (;;) {
      if (signal.aborted) return
      const count = await deps.db.transaction().execute((trx) => rewrapBatch(trx, deps.envelope))
      deps.onRewrapped(count)
      if (count < BATCH) break
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined)
    }
  }
}

type Rows = Transaction<CustodyTables>

async function rewrapAuthShares(trx: Rows, envelope: Envelope): Promise<number> {
  const rows = await trx
    .selectFrom('auth_shares')
    .select(['wallet_id', 'device_id', 'kek_id', 'wrapped_key'])
    .where('kek_id', '!=', envelope.currentKekId)
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { wallet_id, device_id, kek_id, wrapped_key } of rows) {
    const old = { kekId: kek_id, wrappedKey: wrapped_key }
    const { kekId, wrappedKey } = await envelope.rewrap(old, authShareContext(wallet_id, device_id))
    await trx
      .updateTable('auth_shares')
      .set({ kek_id: kekId, wrapped_key: wrappedKey })
      .where('wallet_id', '=', wallet_id)
      .where('device_id', '=', device_id)
      .execute()
  }
  return rows.length
}

async function rewrapRecoveryShares(trx: Rows, envelope: Envelope): Promise<number> {
  const rows = await trx
    .selectFrom('recovery_shares')
    .select(['wallet_id', 'kek_id', 'wrapped_key'])
    .where('kek_id', '!=', envelope.currentKekId)
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { wallet_id, kek_id, wrapped_key } of rows) {
    const old = { kekId: kek_id, wrappedKey: wrapped_key }
    const { kekId, wrappedKey } = await envelope.rewrap(old, recoveryShareContext(wallet_id))
    await trx
      .updateTable('recovery_shares')
      .set({ kek_id: kekId, wrapped_key: wrappedKey })
      .where('wallet_id', '=', wallet_id)
      .execute()
  }
  return rows.length
}
