import { EVM_COIN_TYPE_OFFSET } from '@bullring/wallet-api/blockchain-api/register-name'
import {
  type Address,
  decodeFunctionData,
  encodeFunctionResult,
  getAddress,
  type Hex,
  isAddress,
  parseAbi,
  zeroAddress,
} from 'viem'
import { decodeDnsName } from './dns-name.ts'
import { UnsupportedCallError } from './errors.ts'
import { fullName, labelOf } from './full-name.ts'
import type { RegisteredName } from './names.queries.ts'

/** Calls of the resolver contract, `contracts/src/interfaces/INameGateway.sol`. */
const gatewayAbi = parseAbi([
  'function resolve(bytes name, bytes data) view returns (bytes)',
  'function reverse(bytes account, uint256 coinType) view returns (string)',
])

/** Records of a resolver (ENSIP-1, 5, 7 and 9). Two functions have the same name: viem infers less from that. */
const addressAbi = parseAbi(['function addr(bytes32 node) view returns (address)'])
const recordsAbi = parseAbi([
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function text(bytes32 node, string key) view returns (string)',
  'function contenthash(bytes32 node) view returns (bytes)',
])

const ETHEREUM_COIN_TYPE = 60n

export type NameLookup = {
  zone: string
  byLabel: (label: string) => Promise<RegisteredName | null>
  byAddress: (address: Address) => Promise<RegisteredName | null>
}

/**
 * Returns the return data of a call to the resolver. A name that no one has registered has empty records.
 *
 * @throws {UnsupportedCallError} for other calls and for names of other zones.
 */
export async function answerCall(data: Hex, lookup: NameLookup): Promise<Hex> {
  const call = decode(() => decodeFunctionData({ abi: gatewayAbi, data }))
  if (call.functionName === 'reverse') {
    const [account, coinType] = call.args
    const result = await reverseName(account, coinType, lookup)
    return encodeFunctionResult({ abi: gatewayAbi, functionName: 'reverse', result })
  }
  const [encoded, record] = call.args
  const name = decodeDnsName(encoded)
  const label = name?.includes('.') ? labelOf(name, lookup.zone) : null
  if (label === null) throw new UnsupportedCallError()
  const result = recordOf(await lookup.byLabel(label), record)
  return encodeFunctionResult({ abi: gatewayAbi, functionName: 'resolve', result })
}

async function reverseName(account: Hex, coinType: bigint, lookup: NameLookup): Promise<string> {
  if (!isAddress(account, { strict: false })) return ''
  const name = await lookup.byAddress(getAddress(account))
  return name !== null && hasAddressOn(name, coinType) ? fullName(name.label, lookup.zone) : ''
}

function recordOf(name: RegisteredName | null, data: Hex): Hex {
  if (data.startsWith(ADDR_SELECTOR)) {
    const hasAddress = name !== null && hasAddressOn(name, ETHEREUM_COIN_TYPE)
    const result = hasAddress ? name.address : zeroAddress
    return encodeFunctionResult({ abi: addressAbi, functionName: 'addr', result })
  }
  const { functionName, args } = decode(() => decodeFunctionData({ abi: recordsAbi, data }))
  if (functionName === 'text') {
    const result = textOf(name, args[1])
    return encodeFunctionResult({ abi: recordsAbi, functionName, result })
  }
  const hasAddress = functionName === 'addr' && name !== null && hasAddressOn(name, args[1])
  const result = hasAddress ? name.address : '0x'
  return encodeFunctionResult({ abi: recordsAbi, functionName, result })
}

/** First four bytes of a call of `addr(bytes32)`. */
const ADDR_SELECTOR = '0x3b3b57de'

function textOf(name: RegisteredName | null, key: string): string {
  if (key === 'avatar') return name?.avatar ?? ''
  return key === 'description' ? (name?.bio ?? '') : ''
}

/**
 * Returns whether payments to the account arrive on the chain of a coin type. A contract wallet may belong to
 * someone else, or to no one, on every chain but the one where it registered.
 */
function hasAddressOn({ isKey, coinType }: RegisteredName, wanted: bigint): boolean {
  if (wanted === BigInt(coinType)) return true
  const isEvm =
    wanted === ETHEREUM_COIN_TYPE ||
    (wanted >= BigInt(EVM_COIN_TYPE_OFFSET) && wanted < 2n * BigInt(EVM_COIN_TYPE_OFFSET))
  return isKey && isEvm
}

function decode<value>(read: () => value): value {
  try {
    return read()
  } catch (cause) {
    throw new UnsupportedCallError({ cause })
  }
}
