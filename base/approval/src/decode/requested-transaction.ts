import { readChainId } from '@bullring/wire/chain/read-chain-id'
import { type Address, getAddress, type Hex, isAddress, isHex, maxUint256 } from 'viem'
import { InvalidRequestError } from '../errors.ts'

/** The transaction an app asks for; it may leave out everything but its purpose. */
export type RequestedTransaction = {
  to: Address | null
  value: bigint
  data: Hex
  gas: bigint | undefined
  nonce: number | undefined
  gasPrice: bigint | undefined
  maxFeePerGas: bigint | undefined
  maxPriorityFeePerGas: bigint | undefined
}

/**
 * Reads the transaction of `eth_sendTransaction`.
 *
 * @param transaction - As the app wrote it.
 * @throws {InvalidRequestError} when a field is malformed, or it is for another account or chain.
 */
export function readTransaction(
  transaction: unknown,
  account: Address,
  chainId: number,
): RequestedTransaction {
  if (!isRecord(transaction)) throw new InvalidRequestError('The request has no transaction.')
  const params = transaction
  const from = params['from'] ?? account
  if (typeof from !== 'string' || from.toLowerCase() !== account.toLowerCase()) {
    throw new InvalidRequestError('The transaction is for another account than this wallet.')
  }
  const requestedChain = readChainId(params['chainId']) ?? readQuantity(params, 'chainId')
  if (requestedChain !== undefined && BigInt(requestedChain) !== BigInt(chainId)) {
    throw new InvalidRequestError('The transaction is for another network than the selected one.')
  }
  const nonce = readQuantity(params, 'nonce')
  const maxFeePerGas = readQuantity(params, 'maxFeePerGas')
  const maxPriorityFeePerGas = readQuantity(params, 'maxPriorityFeePerGas')
  if (maxFeePerGas !== undefined && (maxPriorityFeePerGas ?? 0n) > maxFeePerGas) {
    throw new InvalidRequestError('The tip of the transaction is above its fee.')
  }
  const data = isNothing(params['data']) ? readData(params['input']) : readData(params['data'])
  return {
    to: readRecipient(params['to'], data),
    value: readQuantity(params, 'value') ?? 0n,
    data,
    gas: readQuantity(params, 'gas') ?? readQuantity(params, 'gasLimit'),
    nonce: nonce === undefined ? undefined : Number(nonce),
    gasPrice: readQuantity(params, 'gasPrice'),
    maxFeePerGas,
    maxPriorityFeePerGas,
  }
}

/** Older libraries write an absent field as '' or '0x', and empty data as '0x0'. */
function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === '0x'
}

/** @param data - Without it, an empty recipient would send the value to a new contract without code. */
function readRecipient(value: unknown, data: Hex): Address | null {
  if (value === undefined || value === null) return null
  if (isNothing(value) && data !== '0x') return null
  if (typeof value !== 'string' || !isAddress(value, { strict: false })) {
    throw new InvalidRequestError('The recipient of the transaction is not an address.')
  }
  return getAddress(value)
}

function readData(value: unknown): Hex {
  if (isNothing(value) || value === '0x0') return '0x'
  const isBare = typeof value === 'string' && /^[0-9a-f]+$/i.test(value)
  const data = isBare ? `0x${value}` : value
  if (!isHex(data) || data.length % 2 === 1) {
    throw new InvalidRequestError('The data of the transaction is not valid.')
  }
  return data
}

/** A number as JSON-RPC writes it; some apps write decimal text, a number or a bigint. */
function readQuantity(
  params: Readonly<Record<string, unknown>>,
  field: string,
): bigint | undefined {
  const value = params[field]
  if (isNothing(value)) return undefined
  const isNumber = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
  const isBigInt = typeof value === 'bigint' && value >= 0n && value <= maxUint256
  const isText = typeof value === 'string' && /^(?:0x[0-9a-f]{1,64}|\d{1,78})$/i.test(value)
  if (isNumber || isBigInt || isText) return BigInt(value as string | number | bigint)
  throw new InvalidRequestError(`The field ${field} of the transaction is not a number.`)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
