import { type Kysely, sql } from 'kysely'
import type {
  MailboxPage,
  MailboxRead,
  NewMessage,
  PublishOutcome,
  Receipt,
  StoredMessage,
} from '../mailboxes.ts'
import type { RelayTables } from './schema.ts'

// Subqueries that find rows by the primary key end with `limit`, and `expires_at + 0` uses no index: PostgreSQL would
// otherwise read a whole table once per statement, which takes longer with each message.

/** Channel on which nodes report the topics of new messages to each other. */
export const CHANNEL = 'relay_messages'

/** A notification has less than 8,000 bytes, and a topic 64 with a separator. */
const TOPICS_PER_NOTIFICATION = 100

export type PublishOptions = {
  node: string
  maxPerTopic: number
  nowMs: number
}

/**
 * Inserts messages in order, and notifies the other nodes of their topics in the same transaction. An expired copy of a
 * message counts as absent.
 */
export async function insertMessages(
  db: Kysely<RelayTables>,
  messages: readonly NewMessage[],
  { node, maxPerTopic, nowMs }: PublishOptions,
): Promise<PublishOutcome[]> {
  const given = JSON.stringify(messages.map((message, position) => ({ position, ...message })))
  const { rows } = await sql<{ outcome: PublishOutcome }>`
    with given as materialized (
      select r.*, decode(r.topic, 'hex') as topic_key, decode(r.id, 'hex') as id_key,
        row_number() over (partition by r.topic order by r.position) as in_topic,
        (select count(*) from (select from messages m
          where m.topic = decode(r.topic, 'hex') and m.expires_at + 0 > ${nowMs} limit ${maxPerTopic}) kept) as held,
        coalesce((select true from messages m where m.topic = decode(r.topic, 'hex')
          and m.id = decode(r.id, 'hex') and m.expires_at + 0 > ${nowMs} limit 1), false) as is_duplicate
      from json_to_recordset(${given}::json) as r(position int, topic text, id text, publisher text, "text" text,
        tag int8, attestation text, "publishedAtMs" int8, "expiresAtMs" int8)
    ), inserted as (
      insert into messages (topic, id, publisher, message, attestation, tag, published_at, expires_at)
      select topic_key, id_key, decode(publisher, 'hex'), "text", attestation, tag, "publishedAtMs", "expiresAtMs"
      from given where not is_duplicate and held + in_topic <= ${maxPerTopic} order by position
      on conflict (topic, id) do update set place = excluded.place, publisher = excluded.publisher,
        attestation = excluded.attestation, tag = excluded.tag, published_at = excluded.published_at,
        expires_at = excluded.expires_at
      where messages.expires_at <= ${nowMs}
      returning topic, id
    ), pages as (
      select string_agg(topic, ',') as topics from (
        select topic, row_number() over () / ${TOPICS_PER_NOTIFICATION}::int8 as page
        from (select distinct encode(topic, 'hex') as topic from inserted) new_topics
      ) paged group by page
    ), notified as materialized (
      select count(pg_notify(${CHANNEL}, ${node}::text || ' ' || topics)) as total from pages
    )
    select case when i.id is not null then 'stored'
      when not is_duplicate and held + in_topic > ${maxPerTopic} then 'full' else 'duplicate' end as outcome
    from given g left join inserted i on i.topic = g.topic_key and i.id = g.id_key
    cross join notified where notified.total >= 0 order by position`.execute(db)
  return rows.map(({ outcome }) => outcome)
}

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
    on conflict do nothing`.execute(db)
}

/** Short transactions: other writers wait for none of them. */
const DELETED_AT_ONCE = 5_000

/** Deletes some expired messages with their acknowledgements, and returns how many. */
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
    ), forgotten as (
      delete from acknowledgements where place = any(array(select place from expired))
    )
    select count(*) as total from expired`.execute(db)
  return rows[0]?.total ?? 0
}
