import type { BlockRange, RangeDeps, RangeReading } from './read-range.ts'
import { readRange } from './read-range.ts'

type Slot = { to: number; reading: Promise<RangeReading> }

/**
 * Reads ranges of blocks in order. While one is processed, the next ones are requested, as many as the pace allows.
 *
 * @param isEnding - No more ranges are requested once it returns true.
 */
export async function* readAhead(
  deps: RangeDeps,
  { from, to }: BlockRange,
  { signal, isEnding }: { signal: AbortSignal; isEnding: () => boolean },
): AsyncGenerator<RangeReading, void, undefined> {
  let dropping = new AbortController()
  let slots: Slot[] = []
  let next = from
  const request = () => {
    while (next <= to && slots.length < deps.pace.requests && !isEnding()) {
      const range = { from: next, to: Math.min(next + deps.pace.size - 1, to) }
      slots.push(startReading(deps, range, AbortSignal.any([signal, dropping.signal])))
      next = range.to + 1
    }
  }
  try {
    for (request(); slots[0] !== undefined; request()) {
      const [slot] = slots
      const reading = await slot.reading
      slots.shift()
      if (reading.last.number < slot.to) {
        // The node refused the rest, and is likely to refuse what follows.
        dropping.abort()
        dropping = new AbortController()
        slots = []
        next = reading.last.number + 1
      }
      request()
      yield reading
    }
  } finally {
    dropping.abort()
  }
}

function startReading(deps: RangeDeps, range: BlockRange, signal: AbortSignal): Slot {
  const reading = readRange(deps, range, signal)
  // Also of a range that is dropped, because one before it has failed.
  reading.catch(() => {
    if (!signal.aborted) deps.pace.fail(range.to - range.from + 1)
  })
  return { to: range.to, reading }
}
