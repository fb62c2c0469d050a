import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Envelope } from './envelope.ts'
import { UnreadableRecordError } from './errors.ts'
import type { WrappedKey } from './key-provider.ts'

/** A table of encrypted shares. */
export type ShareTable<row extends ShareRow> = {
  /** Returns the rows after one whose key another key-encryption key wraps, in the order of their ids. */
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
 * older ones. Requests are served meanwhile. May run in several processes and be ended at any time. Shares that do not open are
 * logged and left as they are: one damaged row must not end the service.
 *
 * @throws {UnknownKekError}
 */
export async function rewrapKeys<row extends ShareRow>(
  { envelope, log, onRewrapped }: RewrapDeps,
  { find, contextOf, store }: ShareTable<row>,
  signal: AbortSignal,
): Promise<void> {
  let after: row | null = null
  while (!signal.aborted) {
    const rows: row[] = await find({ kekId: envelope.currentKekId, after, limit: BATCH })
    after = rows.at(-1) ?? null
    if (after === null) return
    let count = 0
    for (const row of rows) {
      const { walletId, kekId } = row
      try {
        await store(row, await envelope.rewrap(row, contextOf(row)))
        count += 1
      } catch (error) {
        if (!(error instanceof UnreadableRecordError)) throw error
        log.error({ walletId, kekId }, 'share not rewrapped: it does not open')
      }
    }
    onRewrapped(count)
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined)
  }
}
