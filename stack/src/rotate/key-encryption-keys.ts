import { runningDatabase } from '../backup/running-database.ts'
import { furtherDatabaseUrl } from '../database/ensure-further-database.ts'
import { withClient } from '../database/with-client.ts'
import { StackError } from '../errors.ts'
import { parseSettings } from '../settings.ts'
import type { Variables } from '../setup/env-file.ts'

const TIMEOUT_MS = 30_000

/** Tables whose rows name the key that encrypts them. */
const ENCRYPTED = {
  CUSTODY_KEKS: { service: 'custody', tables: ['auth_shares', 'recovery_shares'] },
  VAULT_KEKS: { service: 'vault', tables: ['recovery_shares', 'held_shares'] },
} as const

/** @throws {StackError} while a share needs another key than the one of `kekId`: without it, its wallet would be lost. */
export async function requireRewrapped(
  name: keyof typeof ENCRYPTED,
  kekId: string,
  start: Variables,
): Promise<void> {
  const { service, tables } = ENCRYPTED[name]
  const url = await databaseUrlOf(service, start)
  const counts = tables.map((table) => `(select count(*) from ${table} where kek_id <> $1)`)
  const { rows } = await withClient(url, TIMEOUT_MS, (client) =>
    client.query<{ shares: string }>(`select ${counts.join(' + ')} as shares`, [kekId]),
  )
  const shares = Number(rows[0]?.shares)
  if (shares === 0) return
  throw new StackError(
    `${shares} shares still need an older key of ${name}: restart, and try again when they have moved to ${kekId}.`,
  )
}

/** Returns the URL of a service's database: that of the operator, or as the administrator of the bundled server. */
export async function databaseUrlOf(
  service: 'custody' | 'vault' | 'bundler',
  start: Variables,
): Promise<string> {
  const given = start[`${service.toUpperCase()}_DATABASE_URL`]
  if (given) return given
  const { databaseUrl, dataDir } = parseSettings(start, [])
  if (databaseUrl !== null) return furtherDatabaseUrl(databaseUrl, service)
  const url = new URL((await runningDatabase(dataDir)).adminUrl)
  url.pathname = `/${service}`
  return url.href
}
