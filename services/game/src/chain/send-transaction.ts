import { setTimeout as sleep } from 'node:timers/promises'
import { BaseError } from '@bullring/errors/base-error'
import { findCause } from '@bullring/errors/find-cause'
import type { Address, Hash, Hex, LocalAccount, TransactionReceipt } from 'viem'
import { BaseError as ChainError, keccak256, TransactionReceiptNotFoundError } from 'viem'
import type { ChainClient } from './chain-client.ts'

/** A transaction stayed out of the chain although its fee was raised several times. */
export class TransactionStuckError extends BaseError {
  override readonly name = 'TransactionStuckError'
  readonly code = 'chain.transaction-stuck'
  override readonly isRetryable = true

  constructor() {
    super('A transaction was not mined although its fee was raised.')
  }
}

export type Call = { to: Address; data?: Hex; value?: bigint }

/** Sends transactions of one account, one at a time. */
export type TransactionSender = {
  /**
   * Sends `call` and waits until it is mined.
   *
   * @returns Its receipt; null when another transaction of the same account took its place.
   * @throws {TransactionStuckError} when it is not mined. The next call then takes its place.
   */
  send: (call: Call, signal: AbortSignal) => Promise<TransactionReceipt | null>
}

type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/** A transaction in the mempool: its versions differ in fee only, and one of them will be mined. */
type Pending = { nonce: number; fees: Fees; hashes: Hash[] }

type Waiting = {
  /** How long a fee is given before it is raised. */
  patienceMs: number
  pollMs: number
}

/** Several blocks of any chain the game runs on. */
const WAITING: Waiting = { patienceMs: 6_000, pollMs: 150 }
const MAX_TRIES = 5

/** Nodes ask for 10 % more before they replace a transaction. */
const RAISE_PERCENT = 125n

/** No chain is worth more than this share of its own estimate: one that stands still takes no bribe. */
const MAX_FEE_PERCENT = 500n

/** Head room over the estimate: other transactions of the block may make this one dearer. */
const GAS_PERCENT = 130n

export function createTransactionSender(
  client: ChainClient,
  account: LocalAccount,
  waiting: Waiting = WAITING,
): TransactionSender {
  let pending: Pending | null = null

  /** A process before this one may have left a transaction in the place: then offers more than it did. */
  const offer = async (
    transaction: Call & { gas: bigint; nonce: number },
    fees: Fees,
    estimate: Fees,
  ): Promise<{ fees: Fees; hash: Hash }> => {
    const serializedTransaction = await account.signTransaction({
      ...transaction,
      ...fees,
      chainId: client.chain.id,
      type: 'eip1559',
    })
    try {
      await client.sendRawTransaction({ serializedTransaction })
    } catch (error) {
      const raised = raisedFees(fees, estimate)
      const isWorthMore = raised.maxFeePerGas <= maxFee(estimate)
      if (isUnderpriced(error) && isWorthMore) return offer(transaction, raised, estimate)
      if (!isKnown(error)) throw error
    }
    return { fees, hash: keccak256(serializedTransaction) }
  }

  const submit = async (call: Call, gas: bigint, nonce: number): Promise<Pending> => {
    const before = pending?.nonce === nonce ? pending : null
    const estimate = await client.estimateFeesPerGas()
    const first = before === null ? estimate : raisedFees(before.fees, estimate)
    if (before !== null && first.maxFeePerGas > maxFee(estimate)) return before
    const { fees, hash } = await offer({ ...call, gas, nonce }, first, estimate)
    return { nonce, fees, hashes: [...(before?.hashes ?? []), hash] }
  }

  return {
    send: async (call, signal) => {
      const [nonce, estimate] = await Promise.all([
        client.getTransactionCount({ address: account.address }),
        client.estimateGas({ account, ...call }),
      ])
      const gas = (estimate * GAS_PERCENT) / 100n
      for (let tries = 0; tries < MAX_TRIES && !signal.aborted; tries += 1) {
        pending = await submit(call, gas, nonce).catch((error: unknown) => {
          // A raise that fails leaves the version before it, which may be mined this very moment.
          if (pending?.nonce === nonce) return pending
          throw error
        })
        const outcome = await outcomeOf(client, account.address, pending, { ...waiting, signal })
        if (outcome !== 'waiting') return outcome
      }
      throw new TransactionStuckError()
    },
  }
}

/** Nodes have words for these two, and no codes. */
function isUnderpriced(error: unknown): boolean {
  return error instanceof ChainError && /underpriced/i.test(error.details)
}

function isKnown(error: unknown): boolean {
  return error instanceof ChainError && /already (known|imported)/i.test(error.details)
}

/** Fees of the next version of a transaction: enough to replace the last one, and not below today's. */
function raisedFees(last: Fees, estimate: Fees): Fees {
  const raise = (fee: bigint, estimated: bigint) => {
    const raised = (fee * RAISE_PERCENT) / 100n + 1n
    return raised > estimated ? raised : estimated
  }
  return {
    maxFeePerGas: raise(last.maxFeePerGas, estimate.maxFeePerGas),
    maxPriorityFeePerGas: raise(last.maxPriorityFeePerGas, estimate.maxPriorityFeePerGas),
  }
}

function maxFee(estimate: Fees): bigint {
  return (estimate.maxFeePerGas * MAX_FEE_PERCENT) / 100n
}

/** Watches all versions of one transaction until one is mined or patience ends. */
async function outcomeOf(
  client: ChainClient,
  address: Address,
  { nonce, hashes }: Pending,
  { patienceMs, pollMs, signal }: Waiting & { signal: AbortSignal },
): Promise<TransactionReceipt | null | 'waiting'> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline && !signal.aborted) {
    // The count is read first: when it has passed, a receipt of ours must exist by now.
    const count = await client.getTransactionCount({ address })
    const receipts = await Promise.all(hashes.map((hash) => receiptOf(client, hash)))
    const receipt = receipts.find((found) => found !== null)
    if (receipt) return receipt
    if (count > nonce) return null
    await sleep(pollMs, undefined, { signal }).catch(() => undefined)
  }
  return 'waiting'
}

async function receiptOf(client: ChainClient, hash: Hash): Promise<TransactionReceipt | null> {
  try {
    return await client.getTransactionReceipt({ hash })
  } catch (error) {
    if (findCause(error, TransactionReceiptNotFoundError)) return null
    throw error
  }
}
