import { StackError } from '../errors.ts'

/** Variables of a settings file, by name. */
export type Variables = Readonly<Record<string, string>>

/** Text that systemd, Docker, Node and shells read alike without quotes. */
const PLAIN = /^[\w./:@%+=,?&~-]*$/
const LINE = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=(.*)$/

/**
 * Writes variables as a file for systemd's `EnvironmentFile`, Docker, Node and shells. In single quotes, all of them take a
 * value as it is.
 *
 * @throws {StackError} naming a variable that no quotes can hold.
 */
export function formatEnvFile(title: string, variables: Variables): string {
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${quoted(name, value)}`)
  return [`# ${title}`, ...lines, ''].join('\n')
}

function quoted(name: string, value: string): string {
  if (PLAIN.test(value)) return value
  if (/['\r\n]/.test(value))
    throw new StackError(`${name} must not contain a single quote or a line break.`)
  return `'${value}'`
}

/** Reads such a file. */
export function parseEnvFile(text: string): Variables {
  const entries = text.split('\n').flatMap((line) => {
    const [, name, value] = LINE.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [[name, unquoted(value.trim())]]
  })
  return Object.fromEntries(entries)
}

function unquoted(value: string): string {
  const single = /^'([^']*)'$/.exec(value)
  if (single?.[1] !== undefined) return single[1]
  const double = /^"((?:[^"\\]|\\.)*)"$/.exec(value)
  return double?.[1]?.replaceAll(/\\(.)/g, '$1') ?? value
}
