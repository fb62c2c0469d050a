import { bucketKey, type CounterName, type Sample } from './sample.ts'

const DAY_SAMPLES = 24 * 60

/** The upper bounds of the buckets of request times, as the metrics write them. */
const BOUNDS = [
  '0.002',
  '0.005',
  '0.01',
  '0.025',
  '0.05',
  '0.1',
  '0.25',
  '0.5',
  '1',
  '2.5',
] as const

const PERCENTILE = 0.95

/** The samples of the last day, one a minute, in memory: they begin with the process. */
export class DayRing {
  readonly #samples: Sample[] = []

  /** Oldest first. */
  get samples(): readonly Sample[] {
    return this.#samples
  }

  add(sample: Sample): void {
    this.#samples.push(sample)
    if (this.#samples.length > DAY_SAMPLES) this.#samples.shift()
  }

  /** Returns the samples since a time, with the one before it: increases begin there. */
  since(atS: number): readonly Sample[] {
    const first = this.#samples.findIndex((sample) => sample.atS >= atS)
    return first === -1 ? [] : this.#samples.slice(Math.max(first - 1, 0))
  }
}

/** Returns how much a counter of all services grew; null where none has it. A lower value is a new process. */
export function increaseOf(
  samples: readonly Sample[],
  counter: CounterName | string,
): number | null {
  const services = new Set(samples.flatMap(({ counts }) => [...counts.keys()]))
  const grown = [...services].flatMap((service) => {
    const values = samples.flatMap(({ counts }) => counts.get(service)?.[counter] ?? [])
    return values.length === 0 ? [] : [growthOf(values)]
  })
  return grown.length === 0 ? null : grown.reduce((sum, growth) => sum + growth, 0)
}

function growthOf(values: readonly number[]): number {
  return values.reduce((total, value, index) => {
    const before = values[index - 1]
    if (before === undefined) return total
    return total + (value < before ? value : value - before)
  }, 0)
}

/**
 * Returns the time in seconds that 95 of 100 requests took at most, to the upper bound of a bucket; null without requests.
 * Slower than the last bucket is infinite.
 */
export function p95Of(samples: readonly Sample[]): number | null {
  const all = increaseOf(samples, bucketKey('+Inf')) ?? 0
  if (all === 0) return null
  const bound = BOUNDS.find((le) => (increaseOf(samples, bucketKey(le)) ?? 0) >= all * PERCENTILE)
  return bound === undefined ? Number.POSITIVE_INFINITY : Number(bound)
}
