import { readFile } from 'node:fs/promises'
import { StackError } from '../errors.ts'

/** The operating system user that a database server runs as. */
export type DatabaseIdentity = { uid: number; gid: number }

/** PostgreSQL refuses to run as root; most systems have one of these users. */
const UNPRIVILEGED_USERS = ['postgres', 'nobody']

/**
 * Chooses the user to run PostgreSQL as: an unprivileged one for root, else undefined (the current user).
 *
 * @throws {StackError} when this is root and the system has no unprivileged user.
 */
export async function databaseIdentity(): Promise<DatabaseIdentity | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const name of UNPRIVILEGED_USERS) {
    const [, , uid, gid] = users.find((fields) => fields[0] === name) ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new StackError(
    'PostgreSQL refuses to run as root, and there is no user "postgres" or "nobody". Run npm start as another user.',
  )
}
