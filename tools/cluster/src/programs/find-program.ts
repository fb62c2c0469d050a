import { spawnSync } from 'node:child_process'
import { StackError } from '@bullring/stack/errors'

/** Programs that Debian packages under the same name. */
export type Program = 'haproxy' | 'nats-server'

/** Returns the path of a program; null when it is not installed. */
export function findProgram(name: Program): string | null {
  // Debian installs servers where the search path of users does not lead.
  const command = `PATH=$PATH:/usr/sbin command -v ${name}`
  return spawnSync('sh', ['-c', command], { encoding: 'utf8' }).stdout.trim() || null
}

/**
 * Returns the path of a program.
 *
 * @throws {StackError} with the command that installs it.
 */
export function requireProgram(name: Program): string {
  const path = findProgram(name)
  if (path !== null) return path
  throw new StackError(
    `The cluster needs ${name}, which is not installed. Install it: sudo apt-get install ${name}`,
  )
}
