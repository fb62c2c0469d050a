import { concatHex, type Hex, hexToNumber, numberToHex, size, slice } from 'viem'
import { CallsError } from '#frame-errors.ts'

/** The two versions of EIP-5792 that apps use; they expect other replies. */
export type CallsVersion = '1.0' | '2.0.0'

/** Facts about calls that `wallet_getCallsStatus` needs. */
export type SentCalls = { version: CallsVersion; chainId: number; hash: Hex }

const HASH_BYTES = 32
const CHAIN_BYTES = 6
const VERSIONS: readonly CallsVersion[] = ['1.0', '2.0.0']

/** Writes the id of calls for which the app gave none: it says everything, so nothing is stored, and it outlives the page. */
export function formatCallsId({ version, chainId, hash }: SentCalls): Hex {
  const chain = numberToHex(chainId, { size: CHAIN_BYTES })
  return concatHex([hash, chain, numberToHex(VERSIONS.indexOf(version), { size: 1 })])
}

/**
 * Reads an id.
 *
 * @throws {CallsError} when it is not one of ours.
 */
export function parseCallsId(id: string): SentCalls {
  const isId = /^0x[0-9a-f]+$/i.test(id) && size(id as Hex) === HASH_BYTES + CHAIN_BYTES + 1
  if (!isId) throw unknownCalls()
  const hex = id as Hex
  const version = VERSIONS[hexToNumber(slice(hex, HASH_BYTES + CHAIN_BYTES))]
  if (version === undefined) throw unknownCalls()
  const chainId = hexToNumber(slice(hex, HASH_BYTES, HASH_BYTES + CHAIN_BYTES))
  return { version, chainId, hash: slice(hex, 0, HASH_BYTES) }
}

function unknownCalls(): CallsError {
  return new CallsError('unknownId', 'This wallet has sent no calls with this id.')
}
