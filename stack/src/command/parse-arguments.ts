import { type ParseArgsConfig, parseArgs } from 'node:util'
import { StackError } from '../errors.ts'

/**
 * Parses the arguments of a command.
 *
 * @param usage - The command with its options, for the error.
 * @throws {StackError} naming the argument that the command does not have.
 */
export function parseArguments<const config extends ParseArgsConfig>(
  config: config,
  usage: string,
): ReturnType<typeof parseArgs<config>> {
  try {
    return parseArgs(config)
  } catch (error) {
    // Node's message, without its advice about positional arguments.
    const [reason] = (error as Error).message.split('. ')
    throw new StackError(`${reason}. Use: ${usage}`)
  }
}

/** @throws {StackError} naming `name` unless `text` is a whole number from 1 to `max`. */
export function parseCount(name: string, text: string, max: number): number {
  const count = Number(text)
  if (/^\d+$/.test(text) && count >= 1 && count <= max) return count
  throw new StackError(`${name} must be a whole number from 1 to ${max}, and is "${text}".`)
}
