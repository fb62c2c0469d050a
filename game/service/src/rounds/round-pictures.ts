import type { Round } from '@bullring/game-api/round'
import type { Brand } from '@bullring/server/brand/read-brand'
import { drawRound } from './draw-round.ts'
import { BusyDrawingError } from './errors.ts'
import { previewOf, type RoundPreview } from './round-preview.ts'

/** Pictures held in memory, of about 150 KB each; the oldest makes room for the next. */
const MAX_PICTURES = 200

/** Encoding a picture takes a thread of Node's pool for a fifth of a second. */
const MAX_CONCURRENT = 2
const MAX_WAITING = 20

export type RoundPictures = (round: Round, symbol: string) => Promise<Buffer>

/**
 * Draws each picture once. The key is what the picture shows, so that a round whose result a reorg changes
 * gets a new one.
 */
export function createRoundPictures(brand: Brand | null): RoundPictures {
  const pictures = new Map<string, Promise<Buffer>>()
  const enter = createQueue(MAX_CONCURRENT, MAX_WAITING)
  return (round, symbol) => {
    const preview = shownInPicture(previewOf(round, symbol))
    const key = JSON.stringify([symbol, round.epoch, preview])
    const known = pictures.get(key)
    if (known !== undefined) return known
    const drawn = enter(() => drawRound(preview, `${symbol}/USD, round #${round.epoch}`, brand))
    if (pictures.size >= MAX_PICTURES) pictures.delete(pictures.keys().next().value ?? '')
    pictures.set(key, drawn)
    drawn.catch(() => pictures.delete(key))
    return drawn
  }
}

/** The pool of an undecided round grows with every bet: its picture leaves it out. */
function shownInPicture(preview: RoundPreview): RoundPreview {
  return preview.isDecided ? preview : { ...preview, description: '', pool: null }
}

/** Runs at most `concurrent` tasks at once and lets at most `waiting` others wait. */
function createQueue(concurrent: number, waiting: number) {
  let running = 0
  const queue: (() => void)[] = []
  return async <result>(task: () => Promise<result>): Promise<result> => {
    if (running >= concurrent) {
      if (queue.length >= waiting) throw new BusyDrawingError()
      await new Promise<void>((resolve) => queue.push(resolve))
    }
    running += 1
    try {
      return await task()
    } finally {
      running -= 1
      queue.shift()?.()
    }
  }
}
