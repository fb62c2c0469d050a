const listeners = new Set<() => void>()

/** Reports that a transaction from outside the game's pages, such as a swap, is mined. */
export function reportMined(): void {
  for (const listener of listeners) listener()
}

/** Calls `listener` after each such transaction. Returns the function that ends it. */
export function onMined(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
