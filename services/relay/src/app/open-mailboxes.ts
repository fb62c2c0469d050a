import type { Logger } from 'pino'
import type { RelayConfig } from '../config.ts'
import { openDatabase } from '../db/open-database.ts'
import type { Mailboxes } from '../mailboxes.ts'
import { createMemoryMailboxes } from '../stores/memory-mailboxes.ts'
import { createPostgresMailboxes } from '../stores/postgres-mailboxes.ts'

/**
 * Opens the store of the configuration.
 *
 * @throws {BaseError}
 */
export async function openMailboxes(
  { store, limits }: RelayConfig,
  log: Logger,
  nowMs: () => number,
): Promise<Mailboxes> {
  const maxPerTopic = limits.messagesPerTopic
  if (store.kind === 'memory') return createMemoryMailboxes({ maxPerTopic, nowMs })
  const { databaseUrl } = store
  const db = await openDatabase(databaseUrl, () => log.warn('idle database connection broken'))
  return createPostgresMailboxes({
    ...{ db, databaseUrl, maxPerTopic, nowMs },
    onBreak: () => log.warn('database notifications interrupted'),
  })
}
