import type { Logger } from 'pino'
import { openDatabase } from '../db/open-database.ts'
import { RateLimiter } from '../http/request/rate-limit.ts'
import { HeldCounts } from './held-counts.ts'
import { createLimitStore } from './limit-store.ts'
import { SharedLimits } from './shared-limits.ts'

/** An exchange that takes longer leaves each node to count alone. */
const TIMEOUT_MS = 2_000

/** Creates limits. `name` identifies each among the nodes of a service. */
export type LimitFactory = Pick<SharedLimits, 'rateLimiter' | 'heldCounts'>

/** The open limits of a service. */
export type OpenLimits = {
  limits: LimitFactory
  /** Exchanges counts with the other nodes until `signal` aborts. */
  run: (signal: AbortSignal) => Promise<void>
  close: () => Promise<void>
}

export type LimitsOptions = {
  /** Database of the service, with the tables of `CREATE_SHARED_LIMITS`. */
  databaseUrl: string
  /** Name of the service, for `application_name`. */
  service: string
  log: Logger
  metrics: {
    /** Reports the number of nodes that share limits; 0 while the database does not respond. */
    limitNodes: (nodes: number) => void
  }
}

/**
 * Opens the limits that all nodes of a service share. Their connection is separate: they must hold when the others are
 * busy.
 */
export function openLimits({ databaseUrl, service, log, metrics }: LimitsOptions): OpenLimits {
  const db = openDatabase<object>({
    url: databaseUrl,
    applicationName: `bullring-${service}-limits`,
    onIdleError: () => undefined,
    maxConnections: 1,
    timeoutMs: TIMEOUT_MS,
  })
  const store = createLimitStore(db)
  const limits = new SharedLimits({ store, log, onNodes: metrics.limitNodes })
  return { limits, run: (signal) => limits.run(signal), close: () => db.destroy() }
}

/** Limits of a process that shares them with no other. */
export const LOCAL_LIMITS: LimitFactory = {
  rateLimiter: (_name, perMinute, burst) => new RateLimiter(perMinute, burst),
  heldCounts: (_name, max) => new HeldCounts(max),
}
