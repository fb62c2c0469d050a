/** A page's timers pause while the computer sleeps: a longer gap between two of them means that it did. */
const TICK_MS = 5_000
const ASLEEP_MS = 20_000

/**
 * Calls a function when the network is back, when the computer wakes up, and when the page is shown again.
 *
 * @returns A function that stops it.
 */
export function watchWakeUps(nowMs: () => number, onWakeUp: () => void): () => void {
  let lastMs = nowMs()
  const check = () => {
    const isGap = nowMs() - lastMs > ASLEEP_MS
    lastMs = nowMs()
    if (isGap) onWakeUp()
  }
  const onVisible = () => {
    if (document.visibilityState === 'visible') check()
  }
  const timer = setInterval(check, TICK_MS)
  const page = typeof document === 'undefined' ? undefined : document
  const scope = typeof addEventListener === 'undefined' ? undefined : globalThis
  scope?.addEventListener('online', onWakeUp)
  page?.addEventListener('visibilitychange', onVisible)
  return () => {
    clearInterval(timer)
    scope?.removeEventListener('online', onWakeUp)
    page?.removeEventListener('visibilitychange', onVisible)
  }
}
