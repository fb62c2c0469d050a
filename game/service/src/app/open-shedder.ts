import { LoadShedder } from '@bullring/server/limits/load-shedder'
import { LoopLateness } from '@bullring/server/metrics/loop-lateness'
import type { Metrics } from '../metrics/create-metrics.ts'

/** Two of the ten connections to a database remain for the index, live events and probes. */
const REQUEST_CONNECTIONS = 8

/** Requests wait this long before the process sees them: further waiting helps no one. */
const MAX_LATE_MS = 250

/** Creates what keeps requests from more connections than the database can serve. */
export function openShedder({ reads }: Pick<Metrics, 'reads'>): LoadShedder {
  const loop = new LoopLateness()
  const shedder = new LoadShedder({
    concurrent: REQUEST_CONNECTIONS,
    isLoopLate: () => loop.lateMs > MAX_LATE_MS,
    onStart: reads.started,
    onShed: (reason) => reads.shed('reads', reason),
  })
  reads.follow({ waiting: () => shedder.waiting, lateMs: () => loop.lateMs })
  return shedder
}
