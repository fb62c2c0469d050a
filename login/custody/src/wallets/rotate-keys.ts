import { setTimeout as sleep } from 'node:timers/promises'
import type { Envelope } from '@bullring/login-server/envelope/envelope'
import { UnreadableRecordError } from '@bullring/login-server/envelope/errors'
import type { WrappedKey } from '@bullring/login-server/envelope/key-provider'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { CustodyTables } from '../db/schema.ts'
import { authShareContext, recoveryShareContext } from './share-context.ts'

const BATCH = 100

/** Time between batches: requests go first. */
const PAUSE_MS = 50

export type RotateDeps = {
  db: Kysely<CustodyTables>
  envelope: Envelope
  log: Logger
  onRewrapped: (count: number) => void
}

type Rows = Transaction<CustodyTables>

/** A row with a wrapped key; the device is empty for a recovery share. */
type Row = { wallet_id: string; device_id: string; kek_id: string; wrapped_key: Buffer }

type RotatedTable = {
  contextOf: (row: Row) => string
  /** Returns the rows after one that another key wraps, in the order of their keys. */
  find: (trx: Rows, kekId: string, after: Row | null) => Promise<Row[]>
  store: (trx: Rows, row: Row, wrapped: WrappedKey) => Promise<unknown>
}

/**
 * Wraps all record keys by the current key-encryption key; afterwards the configuration no longer needs the older ones.
 * Requests are served meanwhile. May run in several processes and be ended at any time. Records that do not open are logged
 * and left as they are: one damaged row must not end the service.
 *
 * @throws {UnknownKekError}
 */
export async function rotateKeys(deps: RotateDeps, signal: AbortSignal): Promise<void> {
  for (const table of [AUTH_SHARES, RECOVERY_SHARES]) {
    let last: Row | null = null
    do {
      if (signal.aborted) return
      last = await deps.db.transaction().execute((trx) => rewrapBatch(trx, deps, table, last))
      if (last !== null) await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined)
    } while (last !== null)
  }
}

/** Returns the last row of the batch; null when there are no more. */
async function rewrapBatch(
  trx: Rows,
  { envelope, log, onRewrapped }: RotateDeps,
  { contextOf, find, store }: RotatedTable,
  after: Row | null,
): Promise<Row | null> {
  const rows = await find(trx, envelope.currentKekId, after)
  let count = 0
  for (const row of rows) {
    const { wallet_id: walletId, kek_id: kekId, wrapped_key: wrappedKey } = row
    try {
      await store(trx, row, await envelope.rewrap({ kekId, wrappedKey }, contextOf(row)))
      count += 1
    } catch (error) {
      if (!(error instanceof UnreadableRecordError)) throw error
      log.error({ walletId, kekId }, 'share not rewrapped: it does not open')
    }
  }
  onRewrapped(count)
  return rows.at(-1) ?? null
}

const AUTH_SHARES: RotatedTable = {
  contextOf: (row) => authShareContext(row.wallet_id, row.device_id),
  find: (trx, kekId, after) =>
    trx
      .selectFrom('auth_shares')
      .select(['wallet_id', 'device_id', 'kek_id', 'wrapped_key'])
      .where('kek_id', '!=', kekId)
      .$if(after !== null, (query) =>
        query.where(
          sql<boolean>`(wallet_id, device_id) > (${after?.wallet_id}::uuid, ${after?.device_id})`,
        ),
      )
      .orderBy('wallet_id')
      .orderBy('device_id')
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute(),
  store: (trx, row, { kekId, wrappedKey }) =>
    trx
      .updateTable('auth_shares')
      .set({ kek_id: kekId, wrapped_key: wrappedKey })
      .where('wallet_id', '=', row.wallet_id)
      .where('device_id', '=', row.device_id)
      .execute(),
}

const RECOVERY_SHARES: RotatedTable = {
  contextOf: (row) => recoveryShareContext(row.wallet_id),
  find: (trx, kekId, after) =>
    trx
      .selectFrom('recovery_shares')
      .select(['wallet_id', 'kek_id', 'wrapped_key', sql<string>`''`.as('device_id')])
      .where('kek_id', '!=', kekId)
      .$if(after !== null, (query) => query.where('wallet_id', '>', after?.wallet_id ?? ''))
      .orderBy('wallet_id')
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute(),
  store: (trx, row, { kekId, wrappedKey }) =>
    trx
      .updateTable('recovery_shares')
      .set({ kek_id: kekId, wrapped_key: wrappedKey })
      .where('wallet_id', '=', row.wallet_id)
      .execute(),
}
