import { createWriteStream, type WriteStream } from 'node:fs'
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

/** Creates the log file, replacing an earlier one. Lines that cannot be written, as on a full disk, are lost. */
export async function openLog(path: string, note: (text: string) => void): Promise<StackLog> {
  await (await open(path, 'w', 0o600)).close()
  let stream: WriteStream | null = null
  let hasFailed = false
  const onError = (error: NodeJS.ErrnoException) => {
    // The next line tries again.
    stream = null
    if (!hasFailed) note(`the log file cannot be written (${error.code}), lines are lost`)
    hasFailed = true
  }
  const write = (text: string) => {
    stream ??= createWriteStream(path, { flags: 'a' }).on('error', onError)
    stream.write(`${text}\n`)
  }
  return {
    line: (text) => {
      write(text)
      const warning = warningIn(text)
      if (warning !== null) note(warning)
    },
    error: (source, error) => {
      const message = error instanceof Error ? error.message : String(error)
      write(JSON.stringify({ level: 50, time: Date.now(), source, msg: message }))
    },
    close: async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      if (stream === null) return
      stream.end(() => resolve())
      await promise
    },
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
