import { StackError } from '../errors.ts'
import { ensureDatabase } from './ensure-database.ts'

/**
 * Creates the wallet service's database on the game's server, named after the game's, unless it exists.
 *
 * @returns Its URL.
 * @throws {StackError} when the user may not create databases.
 */
export async function ensureWalletDatabase(gameDatabaseUrl: string): Promise<string> {
  const url = new URL(gameDatabaseUrl)
  const name = `${decodeURIComponent(url.pathname.slice(1)) || 'bullring'}_wallet`
  try {
    await ensureDatabase(gameDatabaseUrl, name)
  } catch (cause) {
    const reason = cause instanceof Error ? ` (${cause.message})` : ''
    throw new StackError(
      `The wallet service needs a separate database, and creating it on your server failed${reason}. Create one and set WALLET_DATABASE_URL.`,
      { cause },
    )
  }
  url.pathname = `/${encodeURIComponent(name)}`
  return url.href
}
