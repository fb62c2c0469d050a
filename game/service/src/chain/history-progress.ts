/** Progress of the index in the history of the market. */
export type HistoryProgress = {
  /** Rounded down. */
  percent: number
  blocksPerSecond: number
  /** Null until the rate is known. */
  secondsLeft: number | null
}

type Sample = { atMs: number; block: number }

/** Period over which the rate is measured, because some ranges have more logs than others. */
const RATE_WINDOW_MS = 60_000
const SAMPLE_MS = 1_000
const MIN_RATE_WINDOW_MS = 2_000

/** Measures the first read of the chain, from the start block to the newest one. */
export class HistoryMeter {
  readonly #startBlock: number
  #samples: Sample[] = []
  #newest = 0

  constructor(startBlock: number) {
    this.#startBlock = startBlock
  }

  /** Records that the index ends at `block`, while the chain ends at `newest`. */
  move(block: number, newest: number, nowMs: number): void {
    this.#newest = newest
    const last = this.#samples.at(-1)
    // A rebuild starts over.
    if (last && block < last.block) this.#samples = []
    else if (last && this.#samples.length > 1 && nowMs - this.#beforeLastMs() < SAMPLE_MS) {
      this.#samples.pop()
    }
    this.#samples.push({ atMs: nowMs, block })
    this.#samples = this.#samples.filter(({ atMs }) => nowMs - atMs <= RATE_WINDOW_MS)
  }

  /** The chain's newest block; null before the first block. */
  get newestBlock(): number | null {
    return this.#samples.length === 0 ? null : this.#newest
  }

  /** Null before the first block. */
  get progress(): HistoryProgress | null {
    const [first] = this.#samples
    const last = this.#samples.at(-1)
    if (first === undefined || last === undefined) return null
    const all = Math.max(this.#newest - this.#startBlock, 1)
    const left = Math.max(this.#newest - last.block, 0)
    const seconds = (last.atMs - first.atMs) / 1_000
    const rate = seconds * 1_000 < MIN_RATE_WINDOW_MS ? 0 : (last.block - first.block) / seconds
    return {
      percent: Math.min(Math.max(Math.floor(((all - left) / all) * 100), 0), 100),
      blocksPerSecond: Math.round(rate),
      secondsLeft: rate > 0 ? Math.round(left / rate) : null,
    }
  }

  #beforeLastMs(): number {
    return this.#samples.at(-2)?.atMs ?? 0
  }
}

/** Describes the progress in a few words: `42 %, 812 blocks/s, about 3 min left`. */
export function describeProgress({
  percent,
  blocksPerSecond,
  secondsLeft,
}: HistoryProgress): string {
  if (secondsLeft === null) return `${percent} %`
  return `${percent} %, ${blocksPerSecond} blocks/s, about ${describeDuration(secondsLeft)} left`
}

function describeDuration(seconds: number): string {
  if (seconds < 90) return `${Math.max(seconds, 1)} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`
}
