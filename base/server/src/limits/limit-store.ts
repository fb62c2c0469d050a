import { createHmac, randomUUID } from 'node:crypto'
import { type QueryExecutorProvider, sql } from 'kysely'

/** Creates the tables of limits that several nodes share, in a migration of the service. */
export const CREATE_SHARED_LIMITS = [
  sql`create table limit_keys (
    is_only boolean primary key default true check (is_only),
    key bytea not null
  )`,
  sql`insert into limit_keys (key)
    values (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))`,
  // Lost in a crash or a failover, and not worth a write-ahead log: limits then begin full.
  sql`create unlogged table limit_nodes (node uuid primary key, seen_at timestamptz not null)`,
  sql`create unlogged table limit_buckets (
    caller bytea primary key,
    per_minute float8 not null,
    tokens float8 not null,
    at timestamptz not null
  ) with (fillfactor = 50)`,
  sql`create unlogged table limit_holds (
    node uuid not null,
    caller bytea not null,
    held int4 not null,
    primary key (caller, node)
  ) with (fillfactor = 50)`,
]

/** A node that was not seen for this long is dead: the counts of its callers are free again. */
const LEASE = sql`interval '10 seconds'`

/** Buckets refill within two minutes: a caller owes a minute's worth at most. */
const FULL_AFTER = sql`interval '2 minutes'`

/** 128 bits of the HMAC: collisions are out of reach for any number of callers. */
const HASH_BYTES = 16

/** Usage of the limit `name` by a caller since the last exchange. */
export type Usage = { name: string; caller: string; perMinute: number; count: number }

/** Count of the limit `name` that a caller holds at this node. */
export type Hold = { name: string; caller: string; held: number }

/** Store in which nodes exchange their counts. */
export type LimitStore = ReturnType<typeof createLimitStore>

/**
 * Exchanges counts through PostgreSQL. Callers are stored as HMACs, under a key of the database: neither logs nor a copy
 * of these tables name IP addresses.
 */
export function createLimitStore(db: QueryExecutorProvider) {
  const node = randomUUID()
  let key: Promise<Buffer> | null = null
  const readKey = () => {
    key ??= findKey(db)
    key.catch(() => {
      key = null
    })
    return key
  }
  return {
    /**
     * Renews the lease of this node.
     *
     * @returns The number of nodes; `isNew` when the others know nothing of this one.
     */
    beat: async (): Promise<{ nodes: number; isNew: boolean }> => {
      const { rows } = await sql<{ nodes: number; is_new: boolean }>`
        with own as (
          insert into limit_nodes values (${node}, clock_timestamp())
          on conflict (node) do update set seen_at = excluded.seen_at
          returning xmax = 0 as is_new
        )
        select is_new, 1 + (
          select count(*) from limit_nodes n
          where n.node <> ${node} and n.seen_at > clock_timestamp() - ${LEASE}
        ) as nodes from own`.execute(db)
      return { nodes: rows[0]?.nodes ?? 1, isNew: rows[0]?.is_new ?? true }
    },

    /** Adds the usage of callers. Returns the rest of each one's limit, in the same order. */
    exchangeUsage: async (usages: readonly Usage[]): Promise<number[]> =>
      usages.length === 0 ? [] : await exchangeUsage(db, await readKey(), usages),

    /** Stores the counts that callers hold here. Returns each one's count at the other nodes, in the same order. */
    exchangeHolds: async (holds: readonly Hold[]): Promise<number[]> =>
      holds.length === 0 ? [] : await exchangeHolds(db, { node, key: await readKey() }, holds),

    /** Deletes rows that no longer count. */
    sweep: async (): Promise<void> => {
      await sql`delete from limit_buckets where caller in (
        select caller from limit_buckets where at < clock_timestamp() - ${FULL_AFTER}
        for update skip locked
      )`.execute(db)
      await sql`with dead as (
        delete from limit_nodes where seen_at < clock_timestamp() - ${LEASE} returning node
      )
      delete from limit_holds where node in (select node from dead) or (held = 0 and node = ${node})`.execute(
        db,
      )
    },

    /** Ends the lease: the counts that callers held here are free. */
    leave: async (): Promise<void> => {
      await sql`with own as (delete from limit_nodes where node = ${node})
        delete from limit_holds where node = ${node}`.execute(db)
    },
  }
}

async function findKey(db: QueryExecutorProvider): Promise<Buffer> {
  const { rows } = await sql<{ key: Buffer }>`select key from limit_keys`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('limit_keys is empty')
  return row.key
}

async function exchangeUsage(
  db: QueryExecutorProvider,
  key: Buffer,
  usages: readonly Usage[],
): Promise<number[]> {
  const callers = usages.map((usage) => hashOf(key, usage))
  const limits = usages.map(({ perMinute }) => perMinute)
  const counts = usages.map(({ count }) => count)
  // Ordered, so that concurrent exchanges wait for each other instead of deadlocking.
  const { rows } = await sql<{ caller: Buffer; tokens: number }>`
    insert into limit_buckets as b (caller, per_minute, tokens, at)
    select u.caller, u.per_minute, u.per_minute - u.count, clock_timestamp()
    from unnest(${callers}::bytea[], ${limits}::float8[], ${counts}::float8[])
      as u (caller, per_minute, count)
    order by u.caller
    on conflict (caller) do update set
      per_minute = excluded.per_minute,
      tokens = greatest(-excluded.per_minute, excluded.tokens - excluded.per_minute + least(
        excluded.per_minute,
        b.tokens + greatest(extract(epoch from clock_timestamp() - b.at)::float8, 0) * excluded.per_minute / 60
      )),
      at = greatest(clock_timestamp(), b.at)
    returning caller, tokens`.execute(db)
  const found = new Map(rows.map((row) => [row.caller.toString('hex'), row.tokens]))
  return callers.map((caller, index) => found.get(caller.toString('hex')) ?? limits[index] ?? 0)
}

async function exchangeHolds(
  db: QueryExecutorProvider,
  { node, key }: { node: string; key: Buffer },
  holds: readonly Hold[],
): Promise<number[]> {
  const callers = holds.map((hold) => hashOf(key, hold))
  const counts = holds.map(({ held }) => held)
  const { rows } = await sql<{ caller: Buffer; others: number }>`
    with own as (
      insert into limit_holds (node, caller, held)
      select ${node}::uuid, h.caller, h.held
      from unnest(${callers}::bytea[], ${counts}::int4[]) as h (caller, held) order by h.caller
      on conflict (caller, node) do update set held = excluded.held
    )
    select h.caller, sum(h.held)::int4 as others
    from limit_holds h join limit_nodes n using (node)
    where h.caller = any(${callers}::bytea[]) and h.node <> ${node}::uuid
      and n.seen_at > clock_timestamp() - ${LEASE}
    group by h.caller`.execute(db)
  const found = new Map(rows.map((row) => [row.caller.toString('hex'), row.others]))
  return callers.map((caller) => found.get(caller.toString('hex')) ?? 0)
}

function hashOf(key: Buffer, { name, caller }: { name: string; caller: string }): Buffer {
  return createHmac('sha256', key).update(`${name}\n${caller}`).digest().subarray(0, HASH_BYTES)
}
