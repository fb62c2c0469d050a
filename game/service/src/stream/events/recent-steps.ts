import type { StreamEvent } from '@bullring/game-api/stream'
import type { SlicedWork } from '../time-slices.ts'
import { countTrades, type Events, mergeTrades, type Step } from './step.ts'

/** Some minutes of blocks. */
const MAX_STEPS = 2_000
/** Accounts in these steps: some ten full blocks. */
const MAX_TRADES = 100_000

type PastStep = Pick<Step, 'since' | 'position' | 'events'>
type KnownStep = PastStep & { events: Events }

/** The last steps, from which clients that reconnect resume. */
export class RecentSteps {
  #steps: KnownStep[] = []
  #trades = 0

  /** Adds a step. Earlier ones are forgotten when it does not follow them, or its events are unknown. */
  add({ since, position, events }: PastStep): void {
    if (events === null || this.#steps.at(-1)?.position !== since) {
      this.#steps = []
      this.#trades = 0
    }
    if (events === null) return
    this.#steps.push({ since, position, events })
    this.#trades += countTrades(events.trades)
    while (this.#steps.length > MAX_STEPS || this.#trades > MAX_TRADES) {
      this.#trades -= countTrades(this.#steps.shift()?.events.trades ?? [])
    }
  }

  /** Adds a step from before this process started, while it follows those before it. */
  remember(step: PastStep): void {
    if (step.events === null) return
    if (this.#steps.length === 0 || this.#steps.at(-1)?.position === step.since) this.add(step)
  }

  /**
   * Returns the events of each step between two positions; null when some are not held. Steps must begin and end exactly
   * there: a restored database may have lost a position between two of them.
   */
  between(since: number, until: number): readonly Events[] | null {
    const first = this.#steps.findIndex((step) => step.since === since)
    const last = this.#steps.findLastIndex(({ position }) => position === until)
    if (since === until && last >= 0) return []
    if (first < 0 || last < first) return null
    return this.#steps.slice(first, last + 1).map(({ events }) => events)
  }
}

/** Merges steps. An event carries the current state of its subject, so only the last event of each subject is kept. */
export function* mergeEvents(steps: readonly Events[]): SlicedWork<Events> {
  const last = new Map<string, StreamEvent>()
  for (const event of steps.flatMap(({ shared }) => shared)) {
    if (event.event === 'reset') return { shared: [event], trades: [], decided: [] }
    const key = subjectOf(event)
    last.delete(key)
    last.set(key, event)
    yield
  }
  return {
    shared: [...last.values()],
    trades: mergeTrades(steps.flatMap(({ trades }) => trades)),
    decided: [...new Set(steps.flatMap(({ decided }) => decided))],
  }
}

function subjectOf({ event, data }: StreamEvent): string {
  if (event === 'round') return `${event} ${data.epoch}`
  if (event === 'price') return `${event} ${data.timestamp} ${data.price}`
  return event
}
