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
import { safe } from '../safe/safe.ts'

/** A call of the market that the wallet has sent. */
export type SentCall = {
  /** In Safe, that of the request. */
  hash: Hash
  functionName: ContractFunctionName<typeof predictionAbi, 'nonpayable' | 'payable'>
  /** Whether the chain shows its effect. */
  isDone?: (() => Promise<boolean>) | undefined
  /** Whether the contract no longer accepts it. */
  isOver?: (() => Promise<boolean>) | undefined
}

/** With a low fee a transaction can take longer, if the node still knows it then. */
const PATIENCE_MS = 300_000

/**
 * Waits until a call is mined that the wallet has sent, in Safe until its owners have executed it. Uses viem instead of wagmi,
 * which repeats a reverted call and so loses that it reverted.
 *
 * @returns The hash, which is a new one if the user sped the transaction up; null where only the chain shows its effect.
 * @throws {UserRejectedRequestError} when the user cancelled it in the wallet.
 * @throws {TransactionReplacedError} when the wallet sent another transaction in its place.
 * @throws {ContractFunctionRevertedError} when the contract reverted it.
 * @throws {OutcomeUnknownError} when it is in no block and the node does not know it any more.
 * @throws what Safe's `untilExecuted` throws.
 */
export async function waitUntilMined(client: Client, call: SentCall): Promise<Hash | null> {
  const inSafe = safe()
  if (inSafe === null) return await untilMined(client, call)
  const hash = await inSafe.untilExecuted(call)
  return hash && (await untilMined(client, { ...call, hash }))
}

async function untilMined(client: Client, call: SentCall): Promise<Hash | null> {
  const replacement: { reason?: ReplacementReason } = {}
  const receipt = await receiptOf(client, call, (reason) => {
    replacement.reason = reason
  })
  if (receipt === null) return null
  const { status, transactionHash } = receipt
  if (replacement.reason === 'cancelled') {
    throw new UserRejectedRequestError(new Error('The transaction was cancelled in the wallet'))
  }
  if (replacement.reason === 'replaced') throw new TransactionReplacedError()
  if (status === 'reverted') {
    throw new ContractFunctionRevertedError({ abi: predictionAbi, functionName: call.functionName })
  }
  return transactionHash
}

/** Returns null for a transaction that the node does not know, whose effect the chain shows: it was sped up unseen. */
async function receiptOf(
  client: Client,
  { hash, isDone }: SentCall,
  onReplaced: (reason: ReplacementReason) => void,
): Promise<TransactionReceipt | null> {
  for (;;) {
    try {
      return await waitForTransactionReceipt(client, {
        hash,
        onReplaced: ({ reason }) => onReplaced(reason),
        timeout: PATIENCE_MS,
      })
    } catch (error) {
      if (!(error instanceof WaitForTransactionReceiptTimeoutError)) throw error
      if (!(await isDropped(client, hash))) continue
      if (await isDone?.().catch(() => false)) return null
      throw new OutcomeUnknownError()
    }
  }
}

async function isDropped(client: Client, hash: Hash): Promise<boolean> {
  return await getTransaction(client, { hash }).then(
    () => false,
    (error: unknown) => error instanceof TransactionNotFoundError,
  )
}
