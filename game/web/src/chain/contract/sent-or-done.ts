import { OutcomeUnknownError } from '@bullring/wallet-kit/outcome-unknown-error'
import { sleep } from '#browser/sleep.ts'
import { safe } from '../safe/safe.ts'

const POLL_MS = 3_000

/** Time in which users approve. Later, the round that they bet on is over. */
const RESPONSE_MS = 180_000

/** Time in which a transaction that a wallet has sent without a word is mined. */
const MINED_MS = 45_000

/** A wallet's response to a transaction or to calls, and the reading of their effect from the chain. */
type Sending<T> = {
  response: Promise<unknown>
  /** Reads a valid response, such as a hash; `undefined` for anything else. */
  read: (response: unknown) => T | undefined
  /** Whether the chain shows what was sent. */
  isDone: () => Promise<boolean>
  /** Whether the contract no longer accepts it. */
  isOver?: (() => Promise<boolean>) | undefined
}

/**
 * Waits for a wallet's response. The stake may be spent although the wallet responds with nothing that names the
 * transaction, or never: then the chain decides.
 *
 * @returns What was read from the response; null when the chain shows the effect without one.
 * @throws {OutcomeUnknownError} when the wallet has not named the transaction and the chain does not show it.
 * @throws the wallet's error.
 */
export async function sentOrDone<T>({
  response,
  read,
  isDone,
  isOver,
}: Sending<T>): Promise<T | null> {
  const search = { isOver: false }
  const done = untilTrue(isDone, search)
  try {
    // In Safe, requests may wait for earlier ones.
    const limit = safe() === null ? sleep(RESPONSE_MS) : isOver && untilTrue(isOver, search)
    const first = await Promise.race([response, done.then(() => null), limit ?? done])
    const sent = read(first)
    if (sent !== undefined) return sent
    const isFound = await Promise.race([done, sleep(MINED_MS).then(() => false)])
    if (isFound) return null
    throw new OutcomeUnknownError()
  } finally {
    search.isOver = true
  }
}

/** Resolves to true once the chain shows that; to false once the search is over. */
async function untilTrue(isTrue: () => Promise<boolean>, search: { isOver: boolean }) {
  while (!search.isOver) {
    await sleep(POLL_MS)
    if (!search.isOver && (await isTrue().catch(() => false))) return true
  }
  return false
}
