import { setTimeout as sleep } from 'node:timers/promises'

/** How often a wait looks at the position. */
const LOOK_MS = 5

/** Which changes of a market this process knows: those it reads, and the newest that the primary server has. */
export class JournalPosition {
  /** Id of the newest change where this process reads. */
  read = 0
  /** Id of the newest change that was notified. */
  notified = 0

  /** Forgets what was notified: a restored database may have lost it. */
  forget(): void {
    this.notified = 0
  }

  /** Records a change of the primary server. */
  notify(position: number): void {
    this.notified = Math.max(this.notified, position)
  }
}

/** Waits until `isReached`; false when that takes longer than `limitMs`. */
export async function waitUntil(isReached: () => boolean, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs
  while (!isReached()) {
    if (performance.now() >= deadline) return false
    await sleep(LOOK_MS)
  }
  return true
}
