import { readFile } from 'node:fs/promises'
import { StackError } from '../errors.ts'

/** The operating system's user a database server runs as. */
export type DatabaseIdentity = { uid: number; gid: number }

/** PostgreSQL refuses to run as root; these users exist already, so none has to be made. */
const UNPRIVILEGED_USERS = ['postgres', 'nobody']

/**
 * Whom to run PostgreSQL as: undefined for the user of this process, somebody else when that is root.
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
    'PostgreSQL does not run as root, and there is neither a user "postgres" nor "nobody". Start as another user.',
  )
}
