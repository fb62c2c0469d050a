import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Interval at which a leader confirms its lock, and a standby tries to take it. */
const STEP_MS = 500

/** The server ends a session that is silent for this long, and with it the lock. */
const SESSION_LIMIT_MS = 3_000

/** A leader without a response for this long stops before the server ends its session. */
const RESPONSE_LIMIT_MS = 2_500

const CLOSE_LIMIT_MS = 1_000

export type LeadershipOptions = {
  /** URL of the primary server, not of a pooler that shares sessions. */
  url: string
  /** `application_name` of the session. */
  applicationName: string
  /** Name of the work that is led, in the schema that the URL selects. */
  name: string
  /** Whether to lead, too, while the database cannot be reached. */
  leadsUnreachable?: boolean
  /** Called when this process begins to lead or to stand by. */
  onChange: (isLeading: boolean) => void
}

/**
 * Elects one leader among the processes that share a database, by an advisory lock of a session. A leader that crashed,
 * froze or was cut off loses it within `SESSION_LIMIT_MS`. Writes still need a separate check: a frozen leader may
 * continue in the middle of one.
 */
export class Leadership {
  readonly #options: LeadershipOptions
  readonly #events = new EventEmitter()
  readonly #working = new Set<Promise<void>>()
  /** Null while this process does not lead. */
  #term: AbortController | null = null
  #isReported: boolean | null = null
  #confirmedAtMs = 0

  constructor(options: LeadershipOptions) {
    this.#options = options
  }

  /** True while this process holds the lock, by its last response. */
  isLeading(): boolean {
    if (this.#term === null) return false
    if (this.#options.leadsUnreachable === true) return true
    return performance.now() - this.#confirmedAtMs < RESPONSE_LIMIT_MS
  }

  /** True while another process is known to lead, or may. */
  isStandby(): boolean {
    return this.#isReported === false
  }

  /** Holds the lock or waits for it until `signal` aborts. Then ends once all work has ended. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#hold(signal).catch(() => undefined)
      if (signal.aborted) break
      this.#move(this.#options.leadsUnreachable === true)
      await sleep(STEP_MS, undefined, { signal }).catch(() => undefined)
    }
    this.#term = null
  }

  /**
   * Runs `work` in each term of this process, until `signal` aborts or `work` throws.
   *
   * @param work - Runs until its signal aborts.
   */
  async whileLeading(
    work: (signal: AbortSignal) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    while (!signal.aborted) {
      if (this.#term === null) await once(this.#events, 'term', { signal }).catch(() => undefined)
      else await this.#track(work(AbortSignal.any([signal, this.#term.signal])))
    }
  }

  async #track(work: Promise<void>): Promise<void> {
    this.#working.add(work)
    try {
      await work
    } finally {
      this.#working.delete(work)
    }
  }

  async #hold(signal: AbortSignal): Promise<void> {
    const { url, applicationName, leadsUnreachable } = this.#options
    const client = new pg.Client({
      connectionString: url,
      application_name: applicationName,
      connectionTimeoutMillis: RESPONSE_LIMIT_MS,
      query_timeout: RESPONSE_LIMIT_MS,
      keepAlive: true,
    })
    // An error is followed by 'end'. Without a listener, it would crash the process.
    client.on('error', () => undefined)
    const onEnd = () => this.#move(leadsUnreachable === true && this.#term !== null)
    client.on('end', onEnd)
    try {
      await client.connect()
      await client.query(`set idle_session_timeout = ${SESSION_LIMIT_MS}`)
      await this.#holdIn(client, signal)
      this.#term?.abort()
      await Promise.allSettled(this.#working)
    } finally {
      client.off('end', onEnd)
      // A connection that was cut never ends.
      const closed = client.end().catch(() => undefined)
      await Promise.race([closed, sleep(CLOSE_LIMIT_MS, undefined, { ref: false })])
    }
  }

  async #holdIn(client: pg.Client, signal: AbortSignal): Promise<void> {
    let isHeld = false
    while (!signal.aborted) {
      const askedAtMs = performance.now()
      if (isHeld) await client.query('select 1')
      else isHeld = await tryLock(client, this.#options.name)
      this.#confirmedAtMs = askedAtMs
      this.#move(isHeld)
      await sleep(STEP_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  #move(isLeading: boolean): void {
    if (isLeading && this.#term === null) this.#term = new AbortController()
    if (!isLeading) {
      this.#term?.abort()
      this.#term = null
    }
    if (isLeading !== this.#isReported) this.#options.onChange(isLeading)
    this.#isReported = isLeading
    if (isLeading) this.#events.emit('term')
  }
}

/** A lock on a standby server would exclude no one. */
async function tryLock(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean | null }>(
    `select case when not pg_is_in_recovery() then
       pg_try_advisory_lock(hashtextextended($1 || ' ' || coalesce(current_schema(), ''), 0))
     end as held`,
    [name],
  )
  return rows[0]?.held === true
}
