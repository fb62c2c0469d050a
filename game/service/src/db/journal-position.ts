import { setTimeout as sleep } from 'node:timers/promises'

/** How often a wait looks at the position. */
const LOOK_MS = 5

/** Which changes of a market this process knows: those it reads, and the newest that the primary server has. */
export class JournalPosition {
  readonly #usesReplica: () => boolean
  /** Id of the newest change that the replica is known to have. */
  replayed = 0
  /** Id of the newest change that this process has read of on the primary server. */
  primary = 0
  /** Id of the newest change that was notified. */
  notified = 0

  /** @param usesReplica - Whether this process reads from the replica now. */
  constructor(usesReplica: () => boolean) {
    this.#usesReplica = usesReplica
  }

  /** Id of the newest change where this process reads. */
  get read(): number {
    return this.#usesReplica() ? this.replayed : this.primary
  }

  /** Whether the replica has all that this process knows of. */
  get isReplayed(): boolean {
    return this.replayed >= Math.max(this.notified, this.primary)
  }

  /** Forgets what was notified: a restored database may have lost it. */
  forget(): void {
    this.notified = 0
  }

  /** Records a change of the primary server. */
  notify(position: number): void {
    this.notified = Math.max(this.notified, position)
  }
}

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
