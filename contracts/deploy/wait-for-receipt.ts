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
 * Errors of the node are retried as well: the transaction has been sent and may be mined meanwhile.
 *
 * @param timeoutMs - How long to wait.
 * @throws {ReceiptTimeoutError} naming the transaction, with the last error as its cause.
 */
export async function waitForReceipt(
  client: Pick<PublicClient, 'getTransactionReceipt' | 'pollingInterval'>,
  hash: Hex,
  timeoutMs = TIMEOUT_MS,
): Promise<TransactionReceipt> {
  const deadline = Date.now() + timeoutMs
  while (true) {
    try {
      return await client.getTransactionReceipt({ hash })
    } catch (error) {
      if (Date.now() > deadline) throw new ReceiptTimeoutError(hash, error)
    }
    await sleep(client.pollingInterval)
  }
}

/** A transaction was sent, but its receipt could not be read in time. */
export class ReceiptTimeoutError extends Error {
  override readonly name = 'ReceiptTimeoutError'

  constructor(hash: Hex, cause: unknown) {
    const isPending = cause instanceof TransactionReceiptNotFoundError
    const reason = isPending ? 'it has not been mined' : 'the node does not respond'
    super(
      `The receipt of transaction ${hash} could not be read: ${reason}. The transaction may still be mined: look it up before you send another.`,
      { cause },
    )
  }
}
