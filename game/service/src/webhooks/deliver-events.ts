import type { Delivery } from './deliveries.queries.ts'
import { type Attempt, TIMEOUT_MS } from './send-event.ts'

export type DeliverDeps = {
  lease: (request: { isSlow: boolean; limit: number }) => Promise<Delivery[]>
  /** Never rejects. */
  send: (delivery: Delivery, timeoutMs: number) => Promise<Attempt>
  record: (delivery: Delivery, attempt: Attempt & { tookMs: number }) => Promise<void>
  release: (delivery: Delivery) => Promise<void>
  /** Called when an attempt has ended. */
  onAttempt: (isDelivered: boolean) => void
  onError: (error: unknown) => void
  nowMs: () => number
}

/** Requests at a time, to webhooks that have proven to respond soon, and to all others: slow ones delay only each other. */
const MAX_AT_ONCE = 32

/** Creates the function that starts due deliveries until `signal` aborts. */
export function createDeliverer(deps: DeliverDeps, signal: AbortSignal) {
  const running = { fast: new Set<Promise<void>>(), slow: new Set<Promise<void>>() }
  const deliver = async (delivery: Delivery, timeoutMs: number) => {
    const startMs = deps.nowMs()
    const attempt = await deps.send(delivery, timeoutMs)
    // The process stops: the attempt was not the receiver's failure.
    if (signal.aborted && attempt.error !== null) return await deps.release(delivery)
    deps.onAttempt(attempt.error === null)
    await deps.record(delivery, { ...attempt, tookMs: deps.nowMs() - startMs })
  }
  const start = async (lane: Set<Promise<void>>, isSlow: boolean) => {
    const timeoutMs = isSlow ? TIMEOUT_MS.slow : TIMEOUT_MS.fast
    for (const delivery of await deps.lease({ isSlow, limit: MAX_AT_ONCE - lane.size })) {
      const sending: Promise<void> = deliver(delivery, timeoutMs)
        .catch(deps.onError)
        .finally(() => lane.delete(sending))
      lane.add(sending)
    }
  }
  return {
    /** Starts what is due. */
    start: async (): Promise<void> => {
      await start(running.fast, false)
      await start(running.slow, true)
    },
    /** Waits for what has been started. */
    finish: async (): Promise<void> => {
      await Promise.all([...running.fast, ...running.slow])
    },
  }
}
