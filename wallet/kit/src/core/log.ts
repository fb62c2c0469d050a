/** Levels of console messages: each level includes the levels before it. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** Writes a message to the console. Messages and fields never contain an address. */
export type Log = (level: Exclude<LogLevel, 'silent'>, message: string, fields?: object) => void

/** Creates a log that writes messages up to a level. */
export function createLog(level: LogLevel): Log {
  const highest = LOG_LEVELS.indexOf(level)
  return (messageLevel, message, fields) => {
    if (LOG_LEVELS.indexOf(messageLevel) > highest) return
    // biome-ignore lint/suspicious/noConsole: The console is where this log goes.
    console[messageLevel](`[wallet-kit] ${message}`, ...(fields === undefined ? [] : [fields]))
  }
}
