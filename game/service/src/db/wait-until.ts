import { setTimeout as sleep } from 'node:timers/promises'

/** Interval in which a wait looks at the position. */
const LOOK_MS = 5

/**
 * Waits until a position is reached: of a read, of a client that resumes, or of a range of the journal. Returns false when
 * that takes longer than `limitMs`.
 */
export async function waitUntil(
  isReached: () => boolean | Promise<boolean>,
  limitMs: number,
): Promise<boolean> {
  const deadline = performance.now() + limitMs
  while (!(await isReached())) {
    if (performance.now() >= deadline) return false
    await nextLook()
  }
  return true
}

let look: Promise<void> | null = null

/** Waits for a timer that all waits share: thousands of clients may wait at once, after another node has ended. */
function nextLook(): Promise<void> {
  look ??= sleep(LOOK_MS).then(() => {
    look = null
  })
  return look
}
