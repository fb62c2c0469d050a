import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex, PublicClient, TransactionReceipt } from 'viem'
import { TransactionReceiptNotFoundError } from 'viem'

const TIMEOUT_MS = 180_000

/**
 * Polls for the receipt of a transaction.
 *
 * viem's `waitForTransactionReceipt` may wait for one more block, which never comes on a local chain that mines only
 * when it receives a transaction.
 *
 * @throws {TransactionReceiptNotFoundError} when the transaction is not mined within three minutes.
 */
export async function waitForReceipt(
  client: Pick<PublicClient, 'getTransactionReceipt' | 'pollingInterval'>,
  hash: Hex,
): Promise<TransactionReceipt> {
  const deadline = Date.now() + TIMEOUT_MS
  while (true) {
    try {
      return await client.getTransactionReceipt({ hash })
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError) || Date.now() > deadline) throw error
    }
    await sleep(client.pollingInterval)
  }
}
