import { setTimeout as sleep } from 'node:timers/promises'
import { errorSummary } from '@bullring/server/error-summary'
import type { Logger } from 'pino'
import type { Address } from 'viem'
import type { ConnectionLimit } from './connection-limit.ts'
import type { Frames } from './frames.ts'
import { toFrames } from './frames.ts'
import type { StreamClient } from './stream-hub.ts'
import { StreamHub } from './stream-hub.ts'
import type { Change, ChangesSince, Events } from './to-events.ts'

export type StreamDeps = {
  /** Reads the changes after `since`; more than `limit` are a reset. */
  readChanges: (since: number, limit: number) => Promise<ChangesSince>
  toEvents: (changes: ChangesSince, accounts: readonly Address[]) => Promise<Events>
  /** Calls `onChange` with the position of each change, and null when changes may have been missed, until `signal` aborts. */
  listen: (onChange: (position: number | null) => void, signal: AbortSignal) => Promise<void>
  log: Logger
}

/** Changes turned into events at once: several full blocks. */
const MAX_NEW_CHANGES = 20_000

/** The same for one client that reconnects, which costs the service more than the client. */
const MAX_MISSED_CHANGES = 2_000

/** Every client hears something at least this often (R-LIVE-4). */
/** A page fetches about ten responses again. */
const RESET_MS_PER_CLIENT = 5
const MAX_RESET_MS = 30_000

const HEARTBEAT_MS = 2_000
/** Changes are looked for this often even without a notification. */
const RECHECK_MS = 15_000
const RETRY_MS = 500
/**
 * A replica that does not have the change of a notification yet is read again after these times, the last of which is
 * seconds after the first.
 */
const MIN_LAG_MS = 2
const MAX_LAG_MS = 2_000
const LAG_GROWTH = 1.25

/** Changes that decide bets, or undo that. */
const SETTLING_KINDS: ReadonlySet<Change['kind']> = new Set(['strike', 'round', 'reset'])

/** Position of a client whose Last-Event-ID is invalid: it receives a reset. */
const INVALID_POSITION = -1

export type StreamOptions = {
  limit: ConnectionLimit
  /** Position after which changes are sent. */
  from: number
}

export type LiveStream = ReturnType<typeof createStream>

/** Follows the journal of changes and sends events to all clients. */
export function createStream(deps: StreamDeps, { limit, from }: StreamOptions) {
  const hub = new StreamHub(limit)
  let position = from
  let settledPosition = from
  /** When all clients were sent something last. */
  let sentAtMs = performance.now()

  const framesSince = async (since: number, accounts: readonly Address[], limit: number) => {
    const changes = await deps.readChanges(since, limit)
    const events = spreadResets(await deps.toEvents(changes, accounts), hub.size)
    const frames = toFrames(events, since, changes.position)
    const hasSettled = changes.changes.some(({ kind }) => SETTLING_KINDS.has(kind))
    return { frames, position: changes.position, hasSettled }
  }
  const step = async () => {
    const next = await framesSince(position, hub.accounts, MAX_NEW_CHANGES)
    if (next.position === position) return
    position = next.position
    if (next.hasSettled) settledPosition = position
    hub.broadcast(next.frames)
    if (next.frames.shared.length > 0) sentAtMs = performance.now()
  }
  const missedBy = async (client: StreamClient, lastEventId: string | null): Promise<Buffer> => {
    if (lastEventId === null) return Buffer.from('retry: 2000\n\n')
    const since = /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : INVALID_POSITION
    const accounts = client.account === null ? [] : [client.account]
    const { frames } = await framesSince(since, accounts, MAX_MISSED_CHANGES)
    return framesOf(frames, client.account)
  }
  return {
    hub,
    /** Position of the newest change that was sent. */
    position: () => position,
    /** Position of the newest change that decided bets. */
    settledPosition: () => settledPosition,

    /** Sends `client` what it missed since `lastEventId`, then all new events. */
    join: async (client: StreamClient, lastEventId: string | null): Promise<void> => {
      hub.add(client)
      try {
        hub.start(client, await missedBy(client, lastEventId))
      } catch (error) {
        deps.log.warn({ error: errorSummary(error) }, 'live connection not resumed')
        hub.remove(client)
        client.sink.destroy()
      }
    },

    run: async (signal: AbortSignal): Promise<void> => {
      let isDue = false
      let notified = position
      let lagMs = MIN_LAG_MS
      let pumping: Promise<void> | null = null
      const pump = async () => {
        while (isDue && !signal.aborted) {
          isDue = false
          try {
            await step()
            // A replica does not have the change yet.
            if (position < notified && lagMs < MAX_LAG_MS) {
              isDue = true
              await sleep(lagMs, undefined, { signal }).catch(() => undefined)
              lagMs *= LAG_GROWTH
            }
          } catch (error) {
            deps.log.warn({ error: errorSummary(error) }, 'live event delivery failed, retrying')
            isDue = true
            await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined)
          }
        }
        pumping = null
      }
      const schedule = (changed: number | null) => {
        isDue = true
        notified = Math.max(notified, changed ?? 0)
        lagMs = MIN_LAG_MS
        pumping ??= pump()
      }
      const beat = async () => {
        while (!signal.aborted) {
          const dueInMs = sentAtMs + HEARTBEAT_MS - performance.now()
          if (dueInMs > 0) await sleep(dueInMs, undefined, { signal }).catch(() => undefined)
          else {
            hub.heartbeat()
            sentAtMs = performance.now()
          }
        }
      }
      const recheck = async () => {
        while (!signal.aborted) {
          await sleep(RECHECK_MS, undefined, { signal }).catch(() => undefined)
          schedule(null)
        }
      }
      await Promise.all([deps.listen(schedule, signal), beat(), recheck()])
      // A read in progress still needs the database.
      await pumping
    },
  }
}

/** A thousand clients that fetch everything again take the service some seconds. */
function spreadResets({ shared, trades }: Events, clients: number): Events {
  const spread_ms = Math.min(clients * RESET_MS_PER_CLIENT, MAX_RESET_MS)
  return {
    shared: shared.map((event) =>
      event.event === 'reset' ? { ...event, data: { spread_ms } } : event,
    ),
    trades,
  }
}

function framesOf({ shared, trades }: Frames, account: Address | null): Buffer {
  const accountFrames = account === null ? undefined : trades.get(account)
  return Buffer.concat(accountFrames === undefined ? [shared] : [accountFrames, shared])
}
