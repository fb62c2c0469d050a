import { StackError } from '@bullring/stack/errors'
import { findProgram, type Program } from '@bullring/stack/processes/find-program'

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
