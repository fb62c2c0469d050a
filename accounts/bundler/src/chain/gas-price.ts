import type { Operation } from '@bullring/smart-account/signatures'
import { GasPriceTooHighError, InvalidParamsError } from '../http/errors.ts'
import { type ChainClient, readChain } from './chain-client.ts'

/** First and highest price that a transaction may pay per gas, in wei. */
export type PriceRange = { first: bigint; max: bigint }

/** Fees that an operation offers, as ERC-7769 names them. */
type Fees = Pick<Operation, 'maxFeePerGas' | 'maxPriorityFeePerGas'>

/** Percentage of the current gas price: it may rise until the operation is signed and sent. */
const OFFER_PERCENT = 125n

/** Returns the fees that an account must offer to pay for itself. */
export async function suggestFees(chain: ChainClient): Promise<Fees> {
  const [price, block] = await Promise.all([
    readChain(chain.getGasPrice()),
    readChain(chain.getBlock()),
  ])
  const maxFeePerGas = (price * OFFER_PERCENT) / 100n
  const base = block.baseFeePerGas ?? 0n
  return { maxFeePerGas, maxPriorityFeePerGas: maxFeePerGas > base ? maxFeePerGas - base : 0n }
}

/** Room for replacements: most that a transaction pays, compared with today's price. */
const REPLACEMENT_ROOM = 2n

/**
 * Returns the prices that a transaction for the operator may pay.
 *
 * @throws {GasPriceTooHighError}
 */
export async function operatorPriceRange(
  chain: ChainClient,
  maxGasPrice: bigint,
): Promise<PriceRange> {
  const first = await readChain(chain.getGasPrice())
  if (first > maxGasPrice) throw new GasPriceTooHighError()
  return { first, max: smaller(first * REPLACEMENT_ROOM, maxGasPrice) }
}

/**
 * Returns the prices that the transaction of an operation may pay. An operation whose account pays must offer today's
 * price, and never costs the relayer more than it gets back.
 *
 * @throws {InvalidParamsError} when it offers too little.
 * @throws {GasPriceTooHighError}
 */
export async function priceRange(
  chain: ChainClient,
  operation: Operation,
  maxGasPrice: bigint,
): Promise<PriceRange> {
  if (isSponsored(operation)) return await operatorPriceRange(chain, maxGasPrice)
  const [{ first, max }, block] = await Promise.all([
    operatorPriceRange(chain, maxGasPrice),
    readChain(chain.getBlock()),
  ])
  const { maxFeePerGas, maxPriorityFeePerGas } = operation
  const withTip = (block.baseFeePerGas ?? 0n) + maxPriorityFeePerGas
  const offered = smaller(maxFeePerGas, withTip)
  if (offered < first) throw new InvalidParamsError('maxFeePerGas is below the price of gas')
  return { first, max: smaller(offered, max) }
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

/** An operation without a fee is for the operator. */
export function isSponsored({ maxFeePerGas }: Operation): boolean {
  return maxFeePerGas === 0n
}
