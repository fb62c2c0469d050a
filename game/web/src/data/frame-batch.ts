/** A hidden page renders no frames: there a batch waits this long. */
const HIDDEN_BATCH_MS = 250

/**
 * Collects items and passes them on together, at most once per animation frame: a burst of a thousand
 * events then costs one render.
 *
 * @returns `add`, and `drop`, which discards the items not yet passed on.
 */
export function createFrameBatch<T>(onBatch: (items: readonly T[]) => void) {
  let items: T[] = []
  let cancel: (() => void) | null = null

  const flush = () => {
    const batch = items
    items = []
    cancel = null
    onBatch(batch)
  }
  return {
    add: (item: T) => {
      items.push(item)
      cancel ??= document.hidden ? later(flush) : nextFrame(flush)
    },
    drop: () => {
      cancel?.()
      cancel = null
      items = []
    },
  }
}

function later(run: () => void): () => void {
  const timer = setTimeout(run, HIDDEN_BATCH_MS)
  return () => clearTimeout(timer)
}

function nextFrame(run: () => void): () => void {
  const frame = requestAnimationFrame(run)
  return () => cancelAnimationFrame(frame)
}
