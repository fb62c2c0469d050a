import { NEEDS_SSLMODE, saysEncryption } from '@bullring/server/config/database-encryption'
import { StackError } from '../errors.ts'
import { withClient } from './with-client.ts'

const TIMEOUT_MS = 10_000

/**
 * Checks that the operator's database can be used.
 *
 * @throws {StackError} when it does not respond, refuses the user, or the URL does not say how the connection is encrypted.
 */
export async function checkDatabase(url: string): Promise<void> {
  if (!saysEncryption(url)) throw new StackError(`DATABASE_URL ${NEEDS_SSLMODE}.`)
  try {
    await withClient(url, TIMEOUT_MS, (client) => client.query('SELECT 1'))
  } catch (cause) {
    throw new StackError(
      `The database of DATABASE_URL cannot be opened (${reasonOf(cause)}). Start that server, or correct DATABASE_URL.`,
      { cause },
    )
  }
}

/** The error of a host with several addresses has a code and no message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
