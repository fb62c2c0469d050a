import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { OutcomeUnknownError } from '@bullring/wallet-kit/outcome-unknown-error'
import { TransactionReplacedError } from '@bullring/wallet-kit/transaction-replaced-error'
import {
  type Client,
  type ContractFunctionName,
  ContractFunctionRevertedError,
  type Hash,
  type ReplacementReason,
  TransactionNotFoundError,
  type TransactionReceipt,
  UserRejectedRequestError,
  WaitForTransactionReceiptTimeoutError,
} from 'viem'
import { getTransaction, waitForTransactionReceipt } from 'viem/actions'

/** With a low fee a transaction can take longer, if the node still knows it then. */
const PATIENCE_MS = 300_000

/** A call of the market that the wallet has sent. */
type SentCall = {
  hash: Hash
  functionName: ContractFunctionName<typeof predictionAbi, 'nonpayable' | 'payable'>
}

/**
 * Waits until a call is mined. Uses viem instead of wagmi, which repeats a reverted call and so loses
 * that it reverted.
 *
 * @returns The hash, which is a new one if the user sped the transaction up.
 * @throws {UserRejectedRequestError} when the user cancelled it in the wallet.
 * @throws {TransactionReplacedError} when the wallet sent another transaction in its place.
 * @throws {ContractFunctionRevertedError} when the contract reverted it.
 * @throws {OutcomeUnknownError} when it is in no block and the node does not know it any more.
 */
export async function waitUntilMined(
  client: Client,
  { hash, functionName }: SentCall,
): Promise<Hash> {
  const replacement: { reason?: ReplacementReason } = {}
  const { status, transactionHash } = await receiptOf(client, hash, (reason) => {
    replacement.reason = reason
  })
  if (replacement.reason === 'cancelled') {
    throw new UserRejectedRequestError(new Error('The transaction was cancelled in the wallet'))
  }
  if (replacement.reason === 'replaced') throw new TransactionReplacedError()
  if (status === 'reverted') {
    throw new ContractFunctionRevertedError({ abi: predictionAbi, functionName })
  }
  return transactionHash
}

async function receiptOf(
  client: Client,
  hash: Hash,
  onReplaced: (reason: ReplacementReason) => void,
): Promise<TransactionReceipt> {
  for (;;) {
    try {
      return await waitForTransactionReceipt(client, {
        hash,
        onReplaced: ({ reason }) => onReplaced(reason),
        timeout: PATIENCE_MS,
      })
    } catch (error) {
      if (!(error instanceof WaitForTransactionReceiptTimeoutError)) throw error
      if (await isDropped(client, hash)) throw new OutcomeUnknownError()
    }
  }
}

async function isDropped(client: Client, hash: Hash): Promise<boolean> {
  return await getTransaction(client, { hash }).then(
    () => false,
    (error: unknown) => error instanceof TransactionNotFoundError,
  )
}
