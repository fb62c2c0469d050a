import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex, PublicClient, TransactionReceipt } from 'viem'
import { TransactionReceiptNotFoundError } from 'viem'

const TIMEOUT_MS = 180_000

/**
 * Asks for the receipt of a transaction until it is there.
 *
 * viem's own wait needs another block if it asks at the wrong moment. A local chain that mines only when it gets a
 * transaction never makes one.
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
