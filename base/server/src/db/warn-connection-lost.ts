import type { Logger } from 'pino'

/** Returns an `onIdleError` that logs what docs/runbooks/database-down.md names. */
export function warnConnectionLost(log: Pick<Logger, 'warn'>): () => void {
  return () => log.warn('database connection lost')
}
