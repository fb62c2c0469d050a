import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { TransactionReplacedError } from '@bullring/wallet-kit/transaction-replaced-error'
import {
  type Client,
  type ContractFunctionName,
  ContractFunctionRevertedError,
  type Hash,
  type ReplacementReason,
  UserRejectedRequestError,
} from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'

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
 */
export async function waitUntilMined(
  client: Client,
  { hash, functionName }: SentCall,
): Promise<Hash> {
  const replacement: { reason?: ReplacementReason } = {}
  const { status, transactionHash } = await waitForTransactionReceipt(client, {
    hash,
    onReplaced: ({ reason }) => {
      replacement.reason = reason
    },
    // With a low fee this can take long: don't report a slow transaction as failed.
    timeout: 0,
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
