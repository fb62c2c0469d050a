import { createServiceMetrics } from '@bullring/server/metrics/service-metrics'

export type Metrics = ReturnType<typeof createMetrics>

const STORE_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Creates the metrics of the relay. */
export function createMetrics() {
  const { gauge, counter, histogram, ...service } = createServiceMetrics()
  const calls = counter('relay_calls_total', 'Calls of clients', ['method', 'outcome'])
  const refused = counter('relay_refused_sockets_total', 'Sockets that were not accepted', [
    'cause',
  ])
  const pushed = counter('relay_pushed_messages_total', 'Messages sent to subscribers')
  const expired = counter('relay_expired_messages_total', 'Messages deleted after their lifetime')
  const failures = counter('relay_store_failures_total', 'Failed uses of the store', ['action'])
  const stored = histogram('relay_store_seconds', 'Time from a call to the stored message', {
    buckets: STORE_SECONDS,
  })
  const sockets = gauge('relay_sockets', 'Open sockets')
  const topics = gauge('relay_topics', 'Topics with subscribers on this node')
  const waiting = gauge('relay_waiting_writes', 'Calls and receipts that wait for the store')
  // Finding a series by its labels takes longer than the rest of a call.
  const series = new Map<string, ReturnType<typeof calls.labels>>()
  return {
    ...service,
    call: (method: string, outcome: string) => {
      const key = `${method} ${outcome}`
      const known = series.get(key) ?? calls.labels(method, outcome)
      series.set(key, known)
      known.inc()
    },
    refused: (cause: string) => refused.inc({ cause }),
    pushed: () => pushed.inc(),
    expired: (count: number) => expired.inc(count),
    storeFailed: (action: string) => failures.inc({ action }),
    stored: (seconds: number) => stored.observe(seconds),
    /** Sets the gauges. */
    load: (now: { sockets: number; topics: number; waiting: number }) => {
      sockets.set(now.sockets)
      topics.set(now.topics)
      waiting.set(now.waiting)
    },
  }
}
