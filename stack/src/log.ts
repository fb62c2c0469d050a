import { appendFileSync, existsSync, renameSync, statSync } from 'node:fs'
import * as z from 'zod/mini'

/** The stack's log file; warnings and errors of its services also reach the terminal. */
export type StackLog = {
  /** Returns a function that logs the lines of a program: pino's JSON, or plain text, such as the trace of a crash. */
  linesOf: (name: string) => (text: string) => void
  error: (name: string, error: unknown) => void
}

const PINO_WARN = 40
const PINO_ERROR = 50
/** Bytes of a file. With the two before it, the log has three times as much at most. */
const LIMIT_BYTES = 16 * 1024 * 1024

/** Fields that a reader of the terminal can do without. */
const Entry = z.looseObject({
  level: z.number(),
  time: z.optional(z.unknown()),
  pid: z.optional(z.unknown()),
  hostname: z.optional(z.unknown()),
  name: z.optional(z.string()),
  msg: z.string(),
})

/**
 * Opens the log file, after the lines of earlier runs. Lines that cannot be written, as on a full disk, are lost.
 *
 * @param note - Called with text for the terminal.
 */
export function openLog(
  path: string,
  note: (text: string) => void,
  limitBytes = LIMIT_BYTES,
): StackLog {
  const attempt = reporter(note)
  // Written at once: the last lines before a crash are those that count.
  const write = (text: string) => {
    const line = `${text}\n`
    attempt(['the log file cannot be replaced', 'it grows'], () => {
      const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
      if (size > 0 && size + Buffer.byteLength(line) > limitBytes) rotate(path)
    })
    attempt(['the log file cannot be written', 'lines are lost'], () =>
      appendFileSync(path, line, { mode: 0o600 }),
    )
  }
  const writeEntry = (level: number, name: string, msg: string) =>
    write(JSON.stringify({ level, time: Date.now(), name, msg }))
  return {
    linesOf: (name) => (text) => {
      const entry = entryIn(text)
      if (entry === null) writeEntry(PINO_WARN, name, text)
      else write(text)
      const warning = entry === null ? `${name}: ${text}` : warningOf(entry, name)
      if (warning !== null) note(warning)
    },
    error: (name, error) =>
      writeEntry(PINO_ERROR, name, error instanceof Error ? error.message : String(error)),
  }
}

/** Returns a function that tries something, and notes once that it fails, until it succeeds again. */
function reporter(note: (text: string) => void) {
  const failing = new Set<string>()
  return ([problem, effect]: readonly [string, string], run: () => void) => {
    try {
      run()
      failing.delete(problem)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : 'unknown'
      if (!failing.has(problem)) note(`${problem} (${code}), ${effect}`)
      failing.add(problem)
    }
  }
}

/** Renames the file, and that before it. */
function rotate(path: string): void {
  for (const [from, to] of [
    [`${path}.1`, `${path}.2`],
    [path, `${path}.1`],
  ] as const) {
    if (existsSync(from)) renameSync(from, to)
  }
}

function entryIn(text: string): z.infer<typeof Entry> | null {
  try {
    return z.parse(Entry, JSON.parse(text))
  } catch {
    return null
  }
}

/** Null for an entry that is no warning. */
function warningOf(entry: z.infer<typeof Entry>, source: string): string | null {
  const { level, time: _time, pid: _pid, hostname: _host, name = source, msg, ...facts } = entry
  if (level < PINO_WARN) return null
  return `${name}: ${msg}${Object.keys(facts).length === 0 ? '' : ` ${JSON.stringify(facts)}`}`
}
