// Subqueries that find rows by the primary key end with `limit`, and a comparison with `+ 0` uses no index: PostgreSQL would
// otherwise read a whole table once per statement, which takes longer with each message.

import { type Kysely, sql } from 'kysely'
import { type ByteLimits, countedUntilMs } from '../limits/stored-bytes.ts'
import { type NewMessage, type PublishOutcome, sizeOf } from '../mailboxes.ts'
import type { RelayTables } from './schema.ts'

/** Channel on which nodes report the topics of new messages to each other. */
export const CHANNEL = 'relay_messages'

/** A notification has less than 8,000 bytes, and a topic 64 with a separator. */
const TOPICS_PER_NOTIFICATION = 100

/** An owner has fewer times until which its bytes count. */
const MAX_TIMES = 1_000

/** Name of the node, and the limits. */
export type PublishOptions = {
  node: string
  maxPerTopic: number
  bytes: ByteLimits
  nowMs: number
}

/**
 * Inserts messages in order, counts their bytes, and notifies the other nodes of their topics in the same transaction.
 * An expired copy of a message counts as absent. Nodes that insert at the same time do not see each other's bytes: a
 * batch of each may exceed the limits.
 */
export async function insertMessages(
  db: Kysely<RelayTables>,
  messages: readonly NewMessage[],
  { node, maxPerTopic, bytes, nowMs }: PublishOptions,
): Promise<PublishOutcome[]> {
  const { rows } = await sql<{ outcome: PublishOutcome }>`
    with given as materialized (${givenRows(messages)}
    ), known as materialized (
      select *, ${usedBy('publisher', nowMs)} as used_by_client, ${usedBy('source', nowMs)} as used_by_source,
        (select count(*) from (select from messages m
          where m.topic = g.topic and m.expires_at + 0 > ${nowMs} limit ${maxPerTopic}) kept) as held,
        coalesce((select true from messages m where m.topic = g.topic and m.id = g.id
          and m.expires_at + 0 > ${nowMs} limit 1), false) as is_duplicate
      from given g
    ), checked as materialized (
      select *, held + row_number() over (partition by topic order by position) > ${maxPerTopic}
        or used_by_client + sum(new_size) over (partition by publisher order by position) > ${bytes.perClient}
        or source <> '' and used_by_source + sum(new_size) over (partition by source order by position) > ${bytes.perIp}
          as is_over
      from (select *, case when is_duplicate then 0 else size end as new_size from known) sized
    ), inserted as (
      insert into messages (topic, id, publisher, message, attestation, tag, published_at, expires_at)
      select topic, id, publisher, text, attestation, tag, published_at, expires_at
      from checked where not is_duplicate and not is_over order by position
      on conflict (topic, id) do update set place = excluded.place, publisher = excluded.publisher,
        attestation = excluded.attestation, tag = excluded.tag, published_at = excluded.published_at,
        expires_at = excluded.expires_at
      where messages.expires_at <= ${nowMs}
      returning topic, id
    ), counted as (
      insert into stored_bytes as kept (owner, counted_until, bytes)
      select owner, counted_until, sum(size) from inserted i join checked c on c.topic = i.topic and c.id = i.id
      cross join lateral (values (publisher), (source)) owners (owner)
      where owner <> '' group by owner, counted_until order by owner, counted_until
      on conflict (owner, counted_until) do update set bytes = kept.bytes + excluded.bytes
    ), notified as materialized (${notifyOthers(node)}
    )
    select case when i.id is not null then 'stored' when is_over and not is_duplicate then 'full' else 'duplicate' end
      as outcome
    from checked c left join inserted i on i.topic = c.topic and i.id = c.id
    cross join notified where notified.total >= 0 order by position`.execute(db)
  return rows.map(({ outcome }) => outcome)
}

/** Returns the messages as rows. */
function givenRows(messages: readonly NewMessage[]) {
  const given = messages.map((message, position) => ({
    ...message,
    position,
    size: sizeOf(message),
    countedUntilMs: countedUntilMs(message),
  }))
  return sql`
      select position, decode(topic, 'hex') as topic, decode(id, 'hex') as id, decode(publisher, 'hex') as publisher,
        decode(source, 'hex') as source, "text" as text, attestation, tag, "publishedAtMs" as published_at,
        "expiresAtMs" as expires_at, "countedUntilMs" as counted_until, size
      from json_to_recordset(${JSON.stringify(given)}::json) as r(position int, topic text, id text, publisher text,
        source text, "text" text, attestation text, tag int8, "publishedAtMs" int8, "expiresAtMs" int8,
        "countedUntilMs" int8, size int)`
}

/** Live bytes of the publisher or the source of a given message. */
function usedBy(owner: 'publisher' | 'source', nowMs: number) {
  const key = sql`g.${sql.ref(owner)}`
  return sql`case when ${key} = '' then 0 else (select coalesce(sum(bytes), 0)::int8 from (select bytes from stored_bytes s
          where s.owner = ${key} and s.counted_until + 0 > ${nowMs} limit ${MAX_TIMES}) live) end`
}

/** Notifies the other nodes of the topics of inserted messages, and returns the number of notifications. */
function notifyOthers(node: string) {
  return sql`
      select count(pg_notify(${CHANNEL}, ${node}::text || ' ' || topics)) as total from (
        select string_agg(topic, ',') as topics from (
          select topic, row_number() over () / ${TOPICS_PER_NOTIFICATION}::int8 as page
          from (select distinct encode(topic, 'hex') as topic from inserted) new_topics
        ) paged group by page
      ) pages`
}
