import { setTimeout as sleep } from 'node:timers/promises'
import { BaseError } from '@bullring/errors/base-error'
import { findCause } from '@bullring/errors/find-cause'
import type { Address, Hash, Hex, LocalAccount, TransactionReceipt } from 'viem'
import { BaseError as ChainError, keccak256, TransactionReceiptNotFoundError } from 'viem'
import type { ChainClient } from './chain-client.ts'

/**
 * A transaction was not mined after several fee increases.
 *
 * @remedy If it lasts, the chain stalled or the account cannot pay.
 */
export class TransactionStuckError extends BaseError {
  override readonly name = 'TransactionStuckError'
  readonly code = 'chain.transaction-stuck'
  override readonly isRetryable = true

  constructor() {
    super('A transaction was not mined although its fee was raised.')
  }
}

type Call = { to: Address; data?: Hex; value?: bigint }

/** A call that never pays more per gas than `maxFeePerGas` in wei, if that is less than its sender's limit. */
type LimitedCall = Call & { maxFeePerGas?: bigint }

/** Sends the transactions of one account, one at a time. */
export type TransactionSender = {
  /**
   * Sends `call` and waits until it is mined.
   *
   * @returns Its receipt; null when another transaction of the same account took its nonce.
   * @throws {TransactionStuckError} when it is not mined. The next call then replaces it.
   */
  send: (call: LimitedCall, signal: AbortSignal) => Promise<TransactionReceipt | null>
}

type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/** The versions of a transaction in the mempool, which differ in fee and sometimes in their call. At most one is mined. */
type Pending = { nonce: number; fees: Fees; versions: { hash: Hash; call: Call }[] }

type Waiting = {
  /** Wait before the fee is raised. */
  raiseAfterMs: number
  pollMs: number
}

/** Several blocks on any chain the game runs on. */
const WAITING: Waiting = { raiseAfterMs: 6_000, pollMs: 150 }

export type SenderOptions = {
  /** Never pay more per gas, whatever the node estimates: it may be wrong or hostile. */
  maxFeePerGas: bigint
  waiting?: Waiting
}
const MAX_ATTEMPTS = 5

/** Nodes require 10 % more to replace a transaction. */
const RAISE_PERCENT = 125n

const MAX_FEE_PERCENT = 500n

/** Margin over the estimate: other transactions of the block may make this one more expensive. */
const GAS_PERCENT = 130n

/**
 * Creates the sender of a process: several loops send transactions of one account, one at a time, because each needs
 * the next nonce.
 */
export function createSharedSender(sender: TransactionSender): TransactionSender {
  let last: Promise<unknown> = Promise.resolve()
  return {
    send: (call, signal) => {
      const sent = last.then(() => sender.send(call, signal))
      last = sent.catch(() => undefined)
      return sent
    },
  }
}

/** Creates a sender that signs with `account`, raises fees and replaces its own pending transaction. */
export function createTransactionSender(
  client: ChainClient,
  account: LocalAccount,
  { maxFeePerGas, waiting = WAITING }: SenderOptions,
): TransactionSender {
  let pending: Pending | null = null
  /** Never pay more than 5x the estimate: a stalled chain will not include it anyway. */
  const maxFee = (estimate: Fees, limit: bigint) =>
    smaller((estimate.maxFeePerGas * MAX_FEE_PERCENT) / 100n, limit)

  /** A transaction that the limit makes too cheap waits until fees fall, and counts as stuck. */
  const estimateFees = async (limit: bigint): Promise<Fees> => {
    const estimate = await client.estimateFeesPerGas()
    return {
      maxFeePerGas: smaller(estimate.maxFeePerGas, limit),
      maxPriorityFeePerGas: smaller(estimate.maxPriorityFeePerGas, limit),
    }
  }

  /** Raises the fee above that of a transaction that an earlier process left with this nonce. */
  const broadcast = async (
    transaction: Call & { gas: bigint; nonce: number },
    fees: Fees,
    most: bigint,
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
      const raised = raisedFees(fees, fees)
      const isAffordable = raised.maxFeePerGas <= most
      if (isUnderpriced(error) && isAffordable) return broadcast(transaction, raised, most)
      if (!isKnown(error)) throw error
    }
    return { fees, hash: keccak256(serializedTransaction) }
  }

  const submit = async (
    { maxFeePerGas: ofCall = maxFeePerGas, ...call }: LimitedCall,
    gas: bigint,
    nonce: number,
  ): Promise<Pending> => {
    const replaced = pending?.nonce === nonce ? pending : null
    const limit = smaller(ofCall, maxFeePerGas)
    const estimate = await estimateFees(limit)
    const most = maxFee(estimate, limit)
    const first = replaced === null ? estimate : raisedFees(replaced.fees, estimate)
    if (replaced !== null && first.maxFeePerGas > most) return replaced
    const { fees, hash } = await broadcast({ ...call, gas, nonce }, first, most)
    return { nonce, fees, versions: [...(replaced?.versions ?? []), { hash, call }] }
  }

  return {
    send: async (call, signal) => {
      const { to, data, value } = call
      const [nonce, estimate] = await Promise.all([
        client.getTransactionCount({ address: account.address }),
        client.estimateGas({ account, to, data, value }),
      ])
      const gas = (estimate * GAS_PERCENT) / 100n
      for (let attempt = 0; attempt < MAX_ATTEMPTS && !signal.aborted; attempt += 1) {
        pending = await submit(call, gas, nonce).catch((error: unknown) => {
          // If raising the fee fails, the earlier version may still be mined.
          if (pending?.nonce === nonce) return pending
          throw error
        })
        const outcome = await outcomeOf(client, account.address, pending, { ...waiting, signal })
        if (outcome !== 'waiting') return outcome && receiptFor(call, outcome, pending)
      }
      throw new TransactionStuckError()
    },
  }
}

/** Returns the receipt if the transaction made this call, else null: an earlier call may have been stuck with its nonce. */
function receiptFor(
  { to, data, value }: Call,
  receipt: TransactionReceipt,
  { versions }: Pending,
): TransactionReceipt | null {
  const { call } = versions.find(({ hash }) => hash === receipt.transactionHash) ?? {}
  const isSame = call?.to === to && call.data === data && call.value === value
  return isSame ? receipt : null
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

/** Nodes report these two only in the message, not by code. */
function isUnderpriced(error: unknown): boolean {
  return error instanceof ChainError && /underpriced/i.test(error.details)
}

function isKnown(error: unknown): boolean {
  return error instanceof ChainError && /already (known|imported)/i.test(error.details)
}

/** Returns the fees of the next version: enough to replace the last one, and at least the estimate. */
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

/** Watches all versions of one transaction until one is mined or it is time to raise the fee. */
async function outcomeOf(
  client: ChainClient,
  address: Address,
  { nonce, versions }: Pending,
  { raiseAfterMs, pollMs, signal }: Waiting & { signal: AbortSignal },
): Promise<TransactionReceipt | null | 'waiting'> {
  const deadline = Date.now() + raiseAfterMs
  while (Date.now() < deadline && !signal.aborted) {
    // Read the count first: once it exceeds the nonce, a receipt of ours must exist.
    const count = await client.getTransactionCount({ address })
    const receipts = await Promise.all(versions.map(({ hash }) => receiptOf(client, hash)))
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
