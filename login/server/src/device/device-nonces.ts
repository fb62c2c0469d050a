import { type QueryExecutorProvider, sql } from 'kysely'

/** Creates the table of used nonces, in a migration of the service. */
export const CREATE_DEVICE_NONCES = [
  sql`create table device_nonces (
    device_id text not null,
    nonce text not null,
    expires_at int8 not null,
    primary key (device_id, nonce)
  )`,
  sql`create index device_nonces_by_end on device_nonces (expires_at)`,
]

/** Uses up a nonce. Returns whether it was unused. */
export async function takeNonce(
  db: QueryExecutorProvider,
  { deviceId, nonce, expiresAt }: { deviceId: string; nonce: string; expiresAt: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into device_nonces (device_id, nonce, expires_at)
    values (${deviceId}, ${nonce}, ${expiresAt}) on conflict do nothing
  `.execute(db)
  return numAffectedRows === 1n
}

/** Deletes the nonces of requests that are stale anyway. */
export async function deleteOldNonces(db: QueryExecutorProvider, nowS: number): Promise<void> {
  await sql`delete from device_nonces where expires_at < ${nowS}`.execute(db)
}
