import { readTypedData } from '@bullring/approval/decode/read-typed-data'
import {
  type RequestedTransaction,
  readTransaction,
} from '@bullring/approval/decode/requested-transaction'
import { type Address, type Hex, isHex, stringToHex, type TypedDataDefinition } from 'viem'
import * as z from 'zod/mini'
import type { PendingRequest } from './phone-client.ts'

/** A request to decide. */
export type Subject =
  | { kind: 'message'; message: Hex }
  | { kind: 'typed-data'; typedData: TypedDataDefinition }
  | { kind: 'transaction'; transaction: RequestedTransaction; chainId: number }
  | { kind: 'switch-chain'; chainId: number }

/** A request that this wallet cannot carry out. The app gets the code and the message. */
export class RefusedRequestError extends Error {
  override readonly name = 'RefusedRequestError'
  readonly code: number

  constructor(code: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** JSON-RPC, EIP-1193 and EIP-3326. */
const INVALID_PARAMS = -32_602
const UNSUPPORTED_METHOD = 4_200
const UNAUTHORIZED = 4_100
const UNKNOWN_CHAIN = 4_902

const Texts = z.tuple([z.string(), z.string()], z.unknown())
const Typed = z.tuple([z.string(), z.unknown()], z.unknown())
const Transaction = z.tuple([z.unknown()], z.unknown())
const Switch = z.tuple(
  [z.object({ chainId: z.string().check(z.regex(/^0x[0-9a-f]{1,13}$/i)) })],
  z.unknown(),
)

/**
 * Reads a request for an account.
 *
 * @param chainIds - The wallet's chains.
 * @throws {RefusedRequestError}
 */
export function readRequest(
  request: Pick<PendingRequest, 'method' | 'params' | 'chainId'>,
  account: Address,
  chainIds: readonly number[],
): Subject {
  const { method, params } = request
  switch (method) {
    case 'personal_sign':
      return readMessage(params, account)
    case 'eth_signTypedData_v4': {
      const [address, typedData] = parse(Typed, params)
      checkAccount(address, account)
      return { kind: 'typed-data', typedData: orRefuse(() => readTypedData(typedData)) }
    }
    case 'eth_sendTransaction': {
      const [fields] = parse(Transaction, params)
      const chainId = Number(request.chainId.split(':')[1])
      checkChain(chainId, chainIds)
      const transaction = orRefuse(() => readTransaction(fields, account, chainId))
      return { kind: 'transaction', transaction, chainId }
    }
    case 'wallet_switchEthereumChain': {
      const [{ chainId }] = parse(Switch, params)
      checkChain(Number(chainId), chainIds)
      return { kind: 'switch-chain', chainId: Number(chainId) }
    }
    default:
      throw new RefusedRequestError(UNSUPPORTED_METHOD, unsupportedText(method))
  }
}

function unsupportedText(method: string): string {
  return method === 'wallet_addEthereumChain'
    ? 'This test wallet adds no chains: it has the local chains of its machine only.'
    : `This test wallet does not support ${method}.`
}

/** Some apps send the address first. */
function readMessage(params: unknown, account: Address): Subject {
  const [first, second] = parse(Texts, params)
  const [text, address] = isAccount(first, account) ? [second, first] : [first, second]
  checkAccount(address, account)
  return {
    kind: 'message',
    message: isHex(text) && text.length % 2 === 0 ? text : stringToHex(text),
  }
}

function parse<schema extends z.ZodMiniType>(schema: schema, params: unknown): z.output<schema> {
  const parsed = z.safeParse(schema, params)
  if (parsed.success) return parsed.data
  throw new RefusedRequestError(INVALID_PARAMS, 'The parameters of the request are not valid.')
}

function checkAccount(address: string, account: Address): void {
  if (isAccount(address, account)) return
  throw new RefusedRequestError(UNAUTHORIZED, 'The request is for another account.')
}

function isAccount(address: string, account: Address): boolean {
  return address.toLowerCase() === account.toLowerCase()
}

function checkChain(chainId: number, known: readonly number[]): void {
  if (known.includes(chainId)) return
  throw new RefusedRequestError(
    UNKNOWN_CHAIN,
    `This test wallet has no chain ${chainId}: it has the local chains of its machine only.`,
  )
}

function orRefuse<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : 'The request is not valid.'
    throw new RefusedRequestError(INVALID_PARAMS, message, { cause })
  }
}
