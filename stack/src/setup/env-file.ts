import { StackError } from '../errors.ts'

/** Variables of a settings file, by name. */
export type Variables = Readonly<Record<string, string>>

/** Text that systemd, Docker Compose, Node and shells read alike without quotes. */
const PLAIN = /^[\w./:@%+=,-]*$/
const LINE = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=(.*)$/
const COMMENT = /^\s*[#;]/
/** An odd number of backslashes; the others escape one another. */
const CONTINUED = /(?<!\\)(?:\\\\)*\\$/

/**
 * Writes variables as a file for systemd's `EnvironmentFile`, Docker Compose, Node and shells. In single quotes, all of them
 * take a value as it is.
 *
 * @param earlier - Text of the file so far, whose comments, unknown lines and order stay.
 * @throws {StackError} naming a variable that no quotes can hold.
 */
export function formatEnvFile(title: string, variables: Variables, earlier = ''): string {
  const before = earlier.trim() === '' ? [`# ${title}`] : linesOf(earlier.trimEnd())
  const names = before.map((line) => LINE.exec(line)?.[1])
  const kept = before.flatMap((line, index) => {
    const name = names[index]
    if (name === undefined) return [line]
    const value = variables[name]
    const isLast = names.lastIndexOf(name) === index
    return value !== undefined && isLast ? [`${name}=${quoted(name, value)}`] : []
  })
  const added = Object.entries(variables).flatMap(([name, value]) =>
    names.includes(name) ? [] : [`${name}=${quoted(name, value)}`],
  )
  return [...kept, ...added, ''].join('\n')
}

/** Joins lines that a backslash continues, but for comments: they would hide a variable. */
function linesOf(text: string): readonly string[] {
  const lines: string[] = []
  let begun = ''
  for (const line of text.split(/\r?\n/)) {
    const whole = begun + line
    const isContinued = !COMMENT.test(whole) && CONTINUED.test(whole)
    if (isContinued) begun = whole.slice(0, -1)
    else {
      lines.push(whole)
      begun = ''
    }
  }
  return begun === '' ? lines : [...lines, begun]
}

function quoted(name: string, value: string): string {
  if (PLAIN.test(value)) return value
  if (/['\r\n]/.test(value))
    throw new StackError(`${name} must not contain a single quote or a line break.`)
  return `'${value}'`
}

/** Reads such a file. */
export function parseEnvFile(text: string): Variables {
  const entries = linesOf(text).flatMap((line) => {
    const [, name, value] = LINE.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [[name, unquoted(value.trim())]]
  })
  return Object.fromEntries(entries)
}

function unquoted(value: string): string {
  const single = /^'([^']*)'$/.exec(value)
  if (single?.[1] !== undefined) return single[1]
  const double = /^"((?:[^"\\]|\\.)*)"$/.exec(value)
  return double?.[1]?.replaceAll(/\\(["\\`$])/g, '$1') ?? value
}
