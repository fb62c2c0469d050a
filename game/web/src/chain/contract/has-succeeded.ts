import type { Client, Hash } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'

/** A transaction that is not in a block by then may still be later. */
const MINED_MS = 120_000

/** Returns whether a transaction has succeeded; null while that is not known after some time. */
export async function hasSucceeded(client: Client, hash: Hash): Promise<boolean | null> {
  return await waitForTransactionReceipt(client, { hash, timeout: MINED_MS }).then(
    ({ status }) => status === 'success',
    () => null,
  )
}
