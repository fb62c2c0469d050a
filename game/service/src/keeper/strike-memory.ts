import type { Epoch, UnixSeconds } from '@bullring/prediction/units'
import type { Hash } from 'viem'

/** A block of the chain. */
export type SeenBlock = { number: bigint; hash: Hash; parentHash: Hash; timestamp: UnixSeconds }

/** A node's response may have been wrong: the newest strikes are checked again often, all of them rarely. */
const RECENT_STRIKES = 5
const FORGET_RECENT_MS = 3_000
const FORGET_ALL_MS = 600_000

/** Remembers the strikes that need no attention, until it is time to check them again. */
export class StrikeMemory {
  readonly #done = new Set<Epoch>()
  #lastBlock: SeenBlock | null = null
  #forgotRecentAtMs = Number.NEGATIVE_INFINITY
  #forgotAllAtMs = Number.NEGATIVE_INFINITY

  add(epoch: Epoch): void {
    this.#done.add(epoch)
  }

  has(epoch: Epoch): boolean {
    return this.#done.has(epoch)
  }

  /**
   * Forgets everything when the chain no longer has the block of the last call: a reorg may have undone settlements.
   *
   * @param block - The newest one.
   * @param hashOf - Reads the hash of the chain's block with a number.
   */
  async follow(block: SeenBlock, hashOf: (number: bigint) => Promise<Hash>): Promise<void> {
    const last = this.#lastBlock
    if (last !== null) {
      // A node that lags behind it does not have it yet.
      if (block.number < last.number) return
      if ((await hashAt(last.number, block, hashOf)) !== last.hash) this.#done.clear()
    }
    this.#lastBlock = block
  }

  /**
   * Forgets what is due to be checked again.
   *
   * @param nowMs - Of a clock that only goes forward.
   */
  expire(nowMs: number): void {
    if (nowMs - this.#forgotAllAtMs > FORGET_ALL_MS) {
      this.#done.clear()
      this.#forgotAllAtMs = nowMs
    }
    if (nowMs - this.#forgotRecentAtMs > FORGET_RECENT_MS) {
      const newest = [...this.#done].toSorted((a, b) => Number(b - a)).slice(0, RECENT_STRIKES)
      for (const epoch of newest) this.#done.delete(epoch)
      this.#forgotRecentAtMs = nowMs
    }
  }
}

/** The newest block itself names the hashes that are needed most often. */
async function hashAt(
  number: bigint,
  newest: SeenBlock,
  hashOf: (number: bigint) => Promise<Hash>,
): Promise<Hash> {
  if (number === newest.number) return newest.hash
  return number + 1n === newest.number ? newest.parentHash : await hashOf(number)
}
