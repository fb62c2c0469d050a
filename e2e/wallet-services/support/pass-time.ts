import { deleteUnusedApprovals } from '@bullring/custody/db/trusted-devices.queries'
import { deleteHeldShares } from '@bullring/vault/db/held-shares.queries'
import { type Kysely, sql } from 'kysely'
import type { WalletServices } from './wallet-services.ts'

/** Lets time pass for both services: every time in their databases moves into the past, and expired rows are deleted. */
export async function passTime({ custody, vault }: WalletServices, seconds: number): Promise<void> {
  await moveTimes(custody.database.db, seconds)
  await moveTimes(vault.database.db, seconds)
  // The services do so every five minutes.
  await deleteUnusedApprovals(custody.database.db, Math.floor(Date.now() / 1_000))
  await deleteHeldShares(vault.database.db)
}

async function moveTimes<tables>(db: Kysely<tables>, seconds: number): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and data_type = 'bigint' and table_name not like 'kysely%'
      and (column_name ~ '_at$' or column_name in ('at', 'auth_time'))
  `.execute(db)
  for (const { table, column } of rows) {
    const time = sql.ref(column)
    // Zero marks an account's first login and is no time.
    await sql`update ${sql.table(table)} set ${time} = ${time} - ${seconds} where ${time} > 0`.execute(
      db,
    )
  }
}
