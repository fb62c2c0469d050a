import { type Kysely, sql } from 'kysely'

/** A backup: the rows of each table as JSON. */
export type Backup = readonly { table: string; rows: string }[]

/** Reads all tables in one snapshot, as pg_dump does. */
export async function backUp<tables>(db: Kysely<tables>): Promise<Backup> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const backup = []
      for (const table of await tablesOf(trx)) {
        const { rows } = await sql<{ rows: string }>`
          select coalesce(json_agg(t), '[]')::text as rows from ${sql.table(table)} t
        `.execute(trx)
        backup.push({ table, rows: rows[0]?.rows ?? '[]' })
      }
      return backup
    })
}

/** Writes a backup to a database with the same tables. What migrations have written there is replaced. */
export async function restore<tables>(db: Kysely<tables>, backup: Backup): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // The tables refer to each other.
    await sql`set local session_replication_role = replica`.execute(trx)
    for (const { table, rows } of backup) {
      await sql`delete from ${sql.table(table)}`.execute(trx)
      await sql`
        insert into ${sql.table(table)} overriding system value
        select * from json_populate_recordset(null::${sql.table(table)}, ${rows}::json)
      `.execute(trx)
    }
    const { rows: counters } = await sql<{ table: string }>`
      select table_name as "table" from information_schema.columns
      where table_schema = 'public' and is_identity = 'YES' and column_name = 'id'
    `.execute(trx)
    for (const { table } of counters) {
      await sql`
        select setval(pg_get_serial_sequence(${table}, 'id'),
          (select coalesce(max(id), 0) + 1 from ${sql.table(table)}), false)
      `.execute(trx)
    }
  })
}

async function tablesOf<tables>(db: Kysely<tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename not like 'kysely_migration%'
  `.execute(db)
  return rows.map(({ name }) => name)
}
