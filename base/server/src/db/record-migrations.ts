import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { openDryDatabase } from './dry-database.ts'

/**
 * Returns a script that creates what migrations leave in an empty database, and that they were applied.
 *
 * @throws {TypeError} when a statement has parameters, which a script has not.
 */
export async function recordMigrations(
  migrations: Readonly<Record<string, Migration>>,
): Promise<string> {
  const statements: string[] = []
  const db = openDryDatabase<unknown>(({ query }) => {
    if (query.parameters.length > 0) throw new TypeError(`Write values into ${query.sql}`)
    statements.push(query.sql)
  })
  await sql`
    create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);
    insert into kysely_migration_lock values ('migration_lock', 0)`.execute(db)
  for (const [name, migration] of Object.entries(migrations)) {
    await migration.up(db)
    await sql`insert into kysely_migration values (${sql.lit(name)}, ${sql.lit(new Date(0).toISOString())})`.execute(
      db,
    )
  }
  await db.destroy()
  return statements.map((statement) => `${statement.trim().replace(/;$/, '')};\n`).join('')
}
