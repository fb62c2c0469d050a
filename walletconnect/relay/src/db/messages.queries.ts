import { type Kysely, sql } from 'kysely'
import {
  MAX_RECEIVERS,
  type MailboxPage,
  type MailboxRead,
  type Receipt,
  type StoredMessage,
} from '../mailboxes.ts'
import type { RelayTables } from './schema.ts'

// `expires_at + 0` and `limit`: see insert-messages.queries.ts.

type MessageColumns = Omit<StoredMessage, 'publishedAtMs'> & { published_at: number; found: number }

/** Returns live messages of others that the client has not acknowledged, oldest first. */
export async function readMessages(
  db: Kysely<RelayTables>,
  { client, topics, limit, maxBytes }: MailboxRead,
  nowMs: number,
): Promise<MailboxPage> {
  const key = Buffer.from(client, 'hex')
  const topicKeys = topics.map((topic) => Buffer.from(topic, 'hex'))
  const { rows } = await sql<MessageColumns>`
    select encode(topic, 'hex') as topic, encode(id, 'hex') as id, encode(publisher, 'hex') as publisher,
      message as text, attestation, tag, published_at, found
    from (
      select *, count(*) over () as found, row_number() over in_order as number,
        sum(octet_length(message)) over in_order - octet_length(message) as bytes_before
      from (
        select * from messages m
        where topic = any(${topicKeys}::bytea[]) and expires_at + 0 > ${nowMs} and publisher <> ${key}
          and (select true from acknowledgements a where a.place = m.place and a.client = ${key} limit 1) is null
        order by place limit ${limit + 1}
      ) waiting
      window in_order as (order by place rows unbounded preceding)
    ) numbered
    where number <= ${limit} and bytes_before < ${maxBytes} order by place`.execute(db)
  const messages = rows.map(({ published_at: publishedAtMs, found: _, ...message }) => ({
    ...message,
    publishedAtMs,
  }))
  return { messages, hasMore: messages.length < (rows[0]?.found ?? 0) }
}

/**
 * Records that clients have received messages. One that is lost in a crash of the database is repeated, so the
 * transaction does not wait for the disk.
 */
export async function insertAcknowledgements(
  db: Kysely<RelayTables>,
  receipts: readonly Receipt[],
): Promise<void> {
  await sql`
    with options as materialized (select set_config('synchronous_commit', 'off', true))
    insert into acknowledgements (place, client)
    select m.place, decode(r.client, 'hex')
    from options, json_to_recordset(${JSON.stringify(receipts)}::json) as r(client text, topic text, id text)
    cross join lateral (select place from messages
      where topic = decode(r.topic, 'hex') and id = decode(r.id, 'hex') limit 1) m
    where (select count(*) from (select from acknowledgements a where a.place = m.place limit ${MAX_RECEIVERS}) known)
      < ${MAX_RECEIVERS}
    on conflict do nothing`.execute(db)
}

/** Short transactions: other writers wait for none of them. */
const DELETED_AT_ONCE = 5_000

/** Deletes some expired messages with all rows about them, and returns their number. */
export async function deleteExpiredMessages(
  db: Kysely<RelayTables>,
  nowMs: number,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    with expired as (
      delete from messages where ctid = any(array(
        select ctid from messages where expires_at <= ${nowMs}
        limit ${DELETED_AT_ONCE} for update skip locked
      )) returning place
    ), uncounted as (
      delete from stored_bytes where ctid = any(array(
        select ctid from stored_bytes where counted_until <= ${nowMs}
        limit ${DELETED_AT_ONCE} for update skip locked
      ))
    ), forgotten as (
      delete from acknowledgements where place = any(array(select place from expired))
    )
    select count(*) as total from expired`.execute(db)
  return rows[0]?.total ?? 0
}
