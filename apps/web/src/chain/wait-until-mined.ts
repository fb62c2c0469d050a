import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { TransactionReplacedError } from '@bullring/wallet-kit/transaction-replaced-error'
import {
  type Client,
  ContractFunctionRevertedError,
  type Hash,
  type ReplacementReason,
  UserRejectedRequestError,
} from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'

/** A call of the market that the wallet has sent. */
type SentCall = { hash: Hash; functionName: 'betBull' | 'betBear' | 'claim' }

/**
 * Waits until a call has been done on the chain. Its hash is another one when the visitor sped it up.
 *
 * viem's own function is used because wagmi's runs a reverted call again, which loses that it reverted.
 *
 * @throws {UserRejectedRequestError} when the visitor cancelled it in the wallet.
 * @throws {TransactionReplacedError} when the wallet sent something else in its place.
 * @throws {ContractFunctionRevertedError} when the contract refused it.
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
    // A wallet that sends for a low fee waits long: nobody is told of a failure that is none.
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
