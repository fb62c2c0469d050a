import type { Logger } from 'pino'

/** Returns an `onIdleError` that logs the warning of docs/runbooks/database-down.md. */
export function warnConnectionLost(log: Pick<Logger, 'warn'>): () => void {
  return () => log.warn('database connection lost')
}
