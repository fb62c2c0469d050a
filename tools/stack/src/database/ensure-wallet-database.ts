import { StackError } from '../errors.ts'
import { ensureDatabase } from './ensure-database.ts'

/**
 * Makes the wallet service's database beside the game's, named after it, unless it is there.
 *
 * @returns Its URL.
 * @throws {StackError} when the user may not make databases.
 */
export async function ensureWalletDatabase(gameDatabaseUrl: string): Promise<string> {
  const url = new URL(gameDatabaseUrl)
  const name = `${decodeURIComponent(url.pathname.slice(1)) || 'bullring'}_wallet`
  try {
    await ensureDatabase(gameDatabaseUrl, name)
  } catch (cause) {
    const reason = cause instanceof Error ? ` (${cause.message})` : ''
    throw new StackError(
      `The wallet service needs a database of its own, and it cannot be made on your server${reason}. Make one and set WALLET_DATABASE_URL.`,
      { cause },
    )
  }
  url.pathname = `/${encodeURIComponent(name)}`
  return url.href
}
