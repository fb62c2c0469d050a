/** Runs until `signal` aborts; throws when it cannot go on. */
export type Loop = (signal: AbortSignal) => Promise<void>

/** Runs all loops; when one throws, the others end too. */
export async function runLoops(loops: readonly Loop[], stopSignal: AbortSignal): Promise<void> {
  const failing = new AbortController()
  const signal = AbortSignal.any([stopSignal, failing.signal])
  const endAll = (error: unknown) => {
    failing.abort()
    throw error
  }
  await Promise.all(loops.map((loop) => loop(signal).catch(endAll)))
}
