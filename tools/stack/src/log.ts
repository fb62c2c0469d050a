import { open } from 'node:fs/promises'
import * as z from 'zod/mini'

/** The stack's log file; warnings and errors of its services also reach the terminal. */
export type StackLog = {
  /** Logs a line printed by a service: pino's JSON, or plain text. */
  line: (text: string) => void
  error: (source: string, error: unknown) => void
  close: () => Promise<void>
}

const PINO_WARN = 40
const Entry = z.object({ level: z.number(), msg: z.string(), reason: z.optional(z.string()) })

/** Creates the log file, replacing an earlier one. */
export async function openLog(path: string, note: (text: string) => void): Promise<StackLog> {
  const file = await open(path, 'w', 0o600)
  const stream = file.createWriteStream()
  return {
    line: (text) => {
      stream.write(`${text}\n`)
      const warning = warningIn(text)
      if (warning !== null) note(warning)
    },
    error: (source, error) => {
      const message = error instanceof Error ? error.message : String(error)
      stream.write(`${JSON.stringify({ level: 50, time: Date.now(), source, msg: message })}\n`)
    },
    close: () => new Promise((resolve) => stream.end(resolve)),
  }
}

function warningIn(text: string): string | null {
  try {
    const { level, msg, reason } = z.parse(Entry, JSON.parse(text))
    if (level < PINO_WARN) return null
    return reason === undefined ? msg : `${msg}: ${reason}`
  } catch {
    return text
  }
}
