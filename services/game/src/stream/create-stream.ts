import { setTimeout as sleep } from 'node:timers/promises'
import { errorSummary } from '@bullring/server/chain/error-summary'
import type { Logger } from 'pino'
import type { Address } from 'viem'
import type { Frames } from './frames.ts'
import { toFrames } from './frames.ts'
import type { StreamClient } from './stream-hub.ts'
import { StreamHub } from './stream-hub.ts'
import type { Change, ChangesSince, Events } from './to-events.ts'

export type StreamDeps = {
  readChanges: (since: number) => Promise<ChangesSince>
  toEvents: (changes: ChangesSince, accounts: readonly Address[]) => Promise<Events>
  /** Calls `onChange` at each change, and when it cannot be sure to have heard all, until the abort. */
  listen: (onChange: () => void, signal: AbortSignal) => Promise<void>
  log: Logger
}

const HEARTBEAT_MS = 15_000
const RETRY_MS = 500

/** Changes after which more or fewer bets are won and lost. */
const SETTLING_KINDS: ReadonlySet<Change['kind']> = new Set(['strike', 'round', 'reset'])

/** Position of a client that says nothing sensible: it gets a reset. */
const UNKNOWN = -1

export type StreamOptions = {
  maxPerIp: number
  /** Position from which on clients are told, known before the first one comes. */
  from: number
}

export type LiveStream = ReturnType<typeof createStream>

/** Follows the journal of changes and tells everybody who listens. */
export function createStream(deps: StreamDeps, { maxPerIp, from }: StreamOptions) {
  const hub = new StreamHub({ maxPerIp })
  let position = from
  let settledPosition = from

  const framesSince = async (since: number, accounts: readonly Address[]) => {
    const changes = await deps.readChanges(since)
    const frames = toFrames(await deps.toEvents(changes, accounts), since, changes.position)
    const hasSettled = changes.changes.some(({ kind }) => SETTLING_KINDS.has(kind))
    return { frames, position: changes.position, hasSettled }
  }
  const step = async () => {
    const next = await framesSince(position, hub.accounts)
    if (next.position === position) return
    position = next.position
    if (next.hasSettled) settledPosition = position
    hub.broadcast(next.frames)
  }
  const missedBy = async (client: StreamClient, lastEventId: string | null): Promise<Buffer> => {
    if (lastEventId === null) return Buffer.from('retry: 2000\n\n')
    const since = /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : UNKNOWN
    const accounts = client.account === null ? [] : [client.account]
    const { frames } = await framesSince(since, accounts)
    return ownFrames(frames, client.account)
  }
  return {
    hub,
    /** Position of the newest change everybody has been told of. */
    position: () => position,
    /** The same, counting settlements alone: what was won and lost changes with these only. */
    settledPosition: () => settledPosition,

    /** Sends `client` what it missed since `lastEventId`, then all that comes. */
    join: async (client: StreamClient, lastEventId: string | null): Promise<void> => {
      hub.add(client)
      try {
        hub.start(client, await missedBy(client, lastEventId))
      } catch (error) {
        deps.log.warn({ error: errorSummary(error) }, 'a live connection could not be resumed')
        hub.remove(client)
        client.sink.destroy()
      }
    },

    run: async (signal: AbortSignal): Promise<void> => {
      let isAsked = false
      let pumping: Promise<void> | null = null
      const pump = async () => {
        while (isAsked && !signal.aborted) {
          isAsked = false
          try {
            await step()
          } catch (error) {
            deps.log.warn({ error: errorSummary(error) }, 'live events are late')
            isAsked = true
            await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined)
          }
        }
        pumping = null
      }
      const ask = () => {
        isAsked = true
        pumping ??= pump()
      }
      const beat = async () => {
        while (!signal.aborted) {
          await sleep(HEARTBEAT_MS, undefined, { signal }).catch(() => undefined)
          hub.heartbeat()
          ask()
        }
      }
      await Promise.all([deps.listen(ask, signal), beat()])
      // What is being read now needs the database a moment longer.
      await pumping
    },
  }
}

function ownFrames({ shared, trades }: Frames, account: Address | null): Buffer {
  const own = account === null ? undefined : trades.get(account)
  return Buffer.concat(own === undefined ? [shared] : [own, shared])
}
