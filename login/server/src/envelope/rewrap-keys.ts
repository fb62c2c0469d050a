import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Envelope } from './envelope.ts'
import { UnknownKekError, UnreadableRecordError } from './errors.ts'
import type { WrappedKey } from './key-provider.ts'

/** A table of encrypted shares. */
export type ShareTable<row extends ShareRow> = {
  /** Returns rows after the row `after`, by id, whose key is wrapped by another key-encryption key. */
  find: (page: { kekId: string; after: row | null; limit: number }) => Promise<row[]>
  contextOf: (row: row) => string
  /** Replaces the wrapped key, unless another share has taken the row's place since it was read. */
  store: (row: row, wrapped: WrappedKey) => Promise<void>
}

export type ShareRow = WrappedKey & { walletId: string }

export type RewrapDeps = { envelope: Envelope; log: Logger; onRewrapped: (count: number) => void }

const BATCH = 100

/** Time between batches: requests go first. */
const PAUSE_MS = 50

/**
 * Wraps the keys of all shares of a table by the current key-encryption key; afterwards the configuration no longer needs the
 * older ones. Requests are served meanwhile. May run in several processes and be ended at any time. Shares that do not open, or
 * whose key-encryption key is not configured, are logged and left as they are: a damaged one must not end the service.
 */
export async function rewrapKeys<row extends ShareRow>(
  deps: RewrapDeps,
  table: ShareTable<row>,
  signal: AbortSignal,
): Promise<void> {
  const { envelope, log, onRewrapped } = deps
  const unknown = new Map<string, number>()
  let after: row | null = null
  while (!signal.aborted) {
    const rows: row[] = await table.find({ kekId: envelope.currentKekId, after, limit: BATCH })
    after = rows.at(-1) ?? null
    if (after === null) break
    let count = 0
    for (const row of rows) {
      const outcome = await rewrap(deps, table, row)
      if (outcome === 'rewrapped') count += 1
      if (outcome === 'unknown-key') unknown.set(row.kekId, (unknown.get(row.kekId) ?? 0) + 1)
    }
    onRewrapped(count)
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined)
  }
  for (const [kekId, shares] of unknown)
    log.error({ kekId, shares }, 'shares not rewrapped: their key-encryption key is not configured')
}

async function rewrap<row extends ShareRow>(
  { envelope, log }: RewrapDeps,
  { contextOf, store }: ShareTable<row>,
  row: row,
): Promise<'rewrapped' | 'unreadable' | 'unknown-key'> {
  try {
    await store(row, await envelope.rewrap(row, contextOf(row)))
    return 'rewrapped'
  } catch (error) {
    if (error instanceof UnknownKekError) return 'unknown-key'
    if (!(error instanceof UnreadableRecordError)) throw error
    const { walletId, kekId } = row
    log.error({ walletId, kekId }, 'share not rewrapped: it does not open')
    return 'unreadable'
  }
}
