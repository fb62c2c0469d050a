import { setTimeout as sleep } from 'node:timers/promises'
import { HEARTBEAT_MS } from '@bullring/game-api/heartbeat'
import type { StreamEvent } from '@bullring/game-api/stream'
import { errorSummary } from '@bullring/server/error-summary'
import { type SpanStart, traceCall } from '@bullring/server/tracing/span'
import type { Logger } from 'pino'
import { batchBettors, type FindBettors } from './clients/batch-bettors.ts'
import { toFrames } from './clients/frames.ts'
import { joinStream } from './clients/join-stream.ts'
import { expectedClients, spreadResets } from './clients/spread-resets.ts'
import type { StreamClient } from './clients/stream-hub.ts'
import { StreamHub } from './clients/stream-hub.ts'
import type { ConnectionLimit } from './connection-limit.ts'
import type { Changed } from './events/changed.ts'
import { createMissedEvents } from './events/missed-events.ts'
import { RecentSteps } from './events/recent-steps.ts'
import {
  type AccountKey,
  type EpochsByAccount,
  type Events,
  epochsByAccount,
  mergeEpochs,
  type Step,
} from './events/step.ts'
import type { Journal } from './postgres/journal.ts'
import type { StepSink } from './step-source.ts'
import type { TimeSlices } from './time-slices.ts'

export type StreamDeps = {
  journal: Journal
  findBettors: FindBettors
  /** Sends each step until `signal` aborts. */
  follow: (sink: StepSink, signal: AbortSignal) => Promise<void>
  log: Logger
}

const RETRY_MS = 500

export type StreamOptions = {
  limit: ConnectionLimit
  /** Shared by all markets of the process. */
  slices: TimeSlices
  /** Position after which changes are sent. */
  from: number
  /** Called when a client is disconnected because it does not read. */
  onDropped?: (() => void) | undefined
  /** Called with what each step changed, at the same moment as its position is reached; null for anything. */
  onChanged?: ((changed: Changed | null) => void) | undefined
}

export type Stream = ReturnType<typeof createStream>

/** Sends what happens to all clients. */
export function createStream(deps: StreamDeps, options: StreamOptions) {
  const { journal, log } = deps
  const { limit, from, slices, onDropped, onChanged } = options
  const hub = new StreamHub(limit, slices, onDropped)
  const recent = new RecentSteps()
  let position = from
  let settledPosition = from
  let written: Promise<void> = Promise.resolve()
  /** Time at which all clients were sent something last. */
  let sentAtMs = performance.now()
  let firstJoinAtMs: number | null = null

  const send = async (found: Step, signal: AbortSignal) => {
    const { since, position: until } = found
    // Clients may have come since it was read.
    const needsMore = found.events === null && hub.size > 0
    const step = needsMore ? await journal.read({ since, until }) : found
    const isRewound = step.position < position
    if (isRewound) hub.rewind(step.position - 1)
    position = step.position
    onChanged?.(isRewound ? null : step.changed)
    if (step.hasSettled) settledPosition = position
    recent.add(step)
    if (step.events === null) return
    const epochsOf = await addBettors(step.events, signal)
    // At most one broadcast waits: a slow one delays the next step.
    await written
    const frames = toFrames({ shared: spreadResets(step.events.shared, hub.size), epochsOf }, step)
    written = traceBroadcast(hub.size, () => hub.broadcast(frames))
    if (step.events.shared.length > 0) sentAtMs = performance.now()
  }
  const addBettors = async ({ trades, decided }: Events, signal: AbortSignal) => {
    const isWanted = (account: AccountKey) => hub.accounts.has(account)
    const epochsOf = await slices.run(epochsByAccount(trades, isWanted))
    if (decided.length === 0 || hub.accounts.size === 0) return epochsOf
    const accounts = [...hub.accounts.keys()]
    const find = () => deps.findBettors(decided, accounts)
    return await slices.run(mergeEpochs(epochsOf, await untilFound(find, { log, signal })))
  }
  const beat = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      const dueInMs = sentAtMs + HEARTBEAT_MS - performance.now()
      if (dueInMs > 0) await sleep(dueInMs, undefined, { signal }).catch(() => undefined)
      else {
        sentAtMs = performance.now()
        await hub.heartbeat()
      }
    }
  }
  const joinDeps = {
    hub,
    slices,
    log,
    position: () => position,
    spread: (events: readonly StreamEvent[]) => {
      const seenMs = performance.now() - (firstJoinAtMs ?? 0)
      return spreadResets(events, expectedClients(hub.size, seenMs))
    },
    missedSince: createMissedEvents({ recent, journal, slices }),
    findOwn: batchBettors(deps.findBettors),
  }
  return {
    hub,
    /** Position of the newest change that was sent. */
    position: () => position,
    /** Position of the newest change that decided bets. */
    settledPosition: () => settledPosition,
    /** Sends `client` what it missed since `lastEventId`, then all new events. */
    join: (client: StreamClient, lastEventId: string | null) => {
      firstJoinAtMs ??= performance.now()
      return joinStream(joinDeps, client, lastEventId)
    },
    run: async (signal: AbortSignal): Promise<void> => {
      const sink: StepSink = {
        position: () => position,
        needsEvents: () => hub.size > 0,
        send,
        remember: (step) => recent.remember(step),
      }
      await Promise.all([deps.follow(sink, signal), beat(signal)])
    },
  }
}

/** Retries: clients have already been promised what follows. */
async function untilFound(
  find: () => Promise<EpochsByAccount>,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<EpochsByAccount> {
  for (;;) {
    try {
      return await find()
    } catch (error) {
      if (signal.aborted) throw error
      log.warn({ error: errorSummary(error) }, 'bettors not found, retrying')
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined)
    }
  }
}

/** Writes to all clients within one span, if the step was received within one. */
function traceBroadcast(clients: number, broadcast: () => Promise<void>): Promise<void> {
  const describe = (): SpanStart => ({
    name: 'broadcast step',
    kind: 'INTERNAL',
    attributes: { 'bullring.clients': clients },
  })
  return traceCall(describe, broadcast)
}
