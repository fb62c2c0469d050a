import { randomUUID } from 'node:crypto'
import { listenForNotifications } from '@bullring/server/db/listen-for-notifications'
import { type Kysely, sql } from 'kysely'
import { CHANNEL, insertMessages } from '../db/insert-messages.queries.ts'
import {
  deleteExpiredMessages,
  insertAcknowledgements,
  readMessages,
} from '../db/messages.queries.ts'
import type { RelayTables } from '../db/schema.ts'
import type { ByteLimits } from '../limits/stored-bytes.ts'
import type { Mailboxes } from '../mailboxes.ts'

export type PostgresOptions = {
  db: Kysely<RelayTables>
  databaseUrl: string
  /** Messages that the mailbox of one topic holds at most. */
  maxPerTopic: number
  bytes: ByteLimits
  nowMs: () => number
  /** Called each time the connection for notifications is lost. */
  onBreak: () => void
}

/** Creates mailboxes in PostgreSQL, which any number of nodes share. */
export function createPostgresMailboxes(options: PostgresOptions): Mailboxes {
  const { db, databaseUrl, maxPerTopic, bytes, nowMs, onBreak } = options
  const node = randomUUID()
  return {
    publish: (messages) =>
      insertMessages(db, messages, { node, maxPerTopic, bytes, nowMs: nowMs() }),
    read: (read) => readMessages(db, read, nowMs()),
    acknowledge: (receipts) => insertAcknowledgements(db, receipts),
    deleteExpired: () => deleteExpiredMessages(db, nowMs()),
    isUp: () => sql`select 1`.execute(db).then(() => true),
    follow: (onTopics, signal) =>
      listenForNotifications(
        databaseUrl,
        {
          channel: CHANNEL,
          applicationName: 'bullring-relay-listener',
          onListening: () => onTopics(null),
          onNotification: (payload) => {
            const [sender, topics = ''] = payload.split(' ')
            if (sender !== node) onTopics(topics.split(','))
          },
          onBreak,
        },
        signal,
      ),
    close: () => db.destroy(),
  }
}
