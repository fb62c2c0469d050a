import {
  type Address,
  type Client,
  type Hex,
  type TransactionSerializable,
  BaseError as ViemError,
} from 'viem'
import {
  estimateFeesPerGas,
  estimateGas,
  getBalance,
  getGasPrice,
  getTransactionCount,
} from 'viem/actions'
import type { RequestedTransaction } from '../decode/requested-transaction.ts'
import { type FailureReason, failureReason } from './failure-reason.ts'

/** A transaction that lacks only its signature, and its expected outcome. */
export type PreparedTransaction = {
  unsigned: TransactionSerializable
  /** The most that the network can charge for it. */
  maxFee: bigint
  balance: bigint
  /** Whether the balance pays for value and fee. */
  isFunded: boolean
  /** Reason why the chain would refuse it now; null when its simulation succeeded. */
  failure: FailureReason | null
}

/** Headroom over the estimate: the state may change until the transaction is mined. */
const GAS_HEADROOM_PERCENT = 20n
/** Shown as the fee's estimate when the simulation failed. */
const FALLBACK_GAS = 200_000n

/** Reads nonce, fees, gas and balance of a transaction, and simulates it. */
export async function prepareTransaction(
  client: Client,
  chainId: number,
  account: Address,
  requested: RequestedTransaction,
): Promise<PreparedTransaction> {
  const { to, value, data } = requested
  const call = { account, ...(to && { to }), value, data }
  const [fees, nonce, balance, simulated] = await Promise.all([
    readFees(client, requested),
    requested.nonce ?? getTransactionCount(client, { address: account, blockTag: 'pending' }),
    getBalance(client, { address: account }),
    estimateGas(client, call).then(
      (gas) => ({ gas, failure: null }),
      (error: unknown) => ({ gas: undefined, failure: failureReason(error) }),
    ),
  ])
  const gas = requested.gas ?? withHeadroom(simulated.gas ?? FALLBACK_GAS, data)
  const maxFee = gas * (fees.type === 'legacy' ? fees.gasPrice : fees.maxFeePerGas)
  return {
    unsigned: { chainId, nonce, gas, value, data, ...(to && { to }), ...fees },
    maxFee,
    balance,
    isFunded: balance >= value + maxFee,
    failure: simulated.failure,
  }
}

/** A plain transfer costs the same always; calls vary with the state of the chain. */
function withHeadroom(gas: bigint, data: Hex): bigint {
  return data === '0x' ? gas : gas + (gas * GAS_HEADROOM_PERCENT) / 100n
}

type Fees =
  | { type: 'legacy'; gasPrice: bigint }
  | { type: 'eip1559'; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/** Returns what the app named, else what the chain suggests; chains without a base fee get a legacy price. */
async function readFees(client: Client, requested: RequestedTransaction): Promise<Fees> {
  if (requested.gasPrice !== undefined) return { type: 'legacy', gasPrice: requested.gasPrice }
  try {
    const suggested = await estimateFeesPerGas(client)
    const tip = requested.maxPriorityFeePerGas ?? suggested.maxPriorityFeePerGas
    const maxFeePerGas = requested.maxFeePerGas ?? larger(suggested.maxFeePerGas, tip)
    // The fee includes the tip. An app that names one of them may contradict the suggestion for the other.
    return { type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas: smaller(tip, maxFeePerGas) }
  } catch (error) {
    if (!(error instanceof ViemError && error.name === 'Eip1559FeesNotSupportedError')) throw error
    return { type: 'legacy', gasPrice: await getGasPrice(client) }
  }
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}
