import { warnConnectionLost } from '@bullring/server/db/warn-connection-lost'
import { natsServers } from '@bullring/server/nats/nats-servers'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import type { RelayConfig } from '../config.ts'
import { openDatabase } from '../db/open-database.ts'
import type { Mailboxes } from '../mailboxes.ts'
import { createMemoryMailboxes } from '../stores/memory-mailboxes.ts'
import { createNatsMailboxes } from '../stores/nats-mailboxes.ts'
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
  const shared = { maxPerTopic: limits.messagesPerTopic, bytes: limits.bytes, nowMs }
  if (store.kind === 'memory') return createMemoryMailboxes(shared)
  if (store.kind === 'nats') {
    // Stack traces of requests cost more than the requests.
    const fast = { noAsyncTraces: true }
    const connection = await connect({
      ...natsServers(store.servers),
      maxReconnectAttempts: -1,
      ...fast,
    })
    return await createNatsMailboxes({
      ...shared,
      connection,
      copies: store.copies,
      receiptBytes: store.receiptBytes,
      client: jetstream(connection),
      manager: await jetstreamManager(connection),
      onBreak: () => log.warn('connection to NATS interrupted'),
    })
  }
  const { databaseUrl } = store
  const db = await openDatabase(databaseUrl, warnConnectionLost(log))
  return createPostgresMailboxes({
    ...shared,
    db,
    databaseUrl,
    onBreak: () => log.warn('database notifications interrupted'),
  })
}
