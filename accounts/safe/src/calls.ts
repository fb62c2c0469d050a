import {
  type Address,
  concatHex,
  decodeFunctionData,
  encodeFunctionData,
  encodePacked,
  getAddress,
  type Hex,
  hexToBigInt,
  hexToNumber,
  isAddressEqual,
  size,
  slice,
} from 'viem'
import { moduleAbi, multiSendAbi } from './abi.ts'
import { CONTRACTS } from './contracts.ts'

/** A call that an account makes. */
export type Call = { to: Address; value: bigint; data: Hex }

const CALL = 0
const DELEGATE_CALL = 1

/** Operation, address, value and length of a call in a batch. */
const HEAD = 1 + 20 + 32 + 32

/** Encodes calls for a user operation. Several run in order, all or none. */
export function encodeCalls(calls: readonly Call[]): Hex {
  const [first, ...others] = calls
  if (first === undefined) throw new Error('There are no calls.')
  if (others.length === 0) return encodeExecution(first, CALL)
  const transactions = concatHex(
    calls.map(({ to, value, data }) =>
      encodePacked(
        ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
        [CALL, to, value, BigInt(size(data)), data],
      ),
    ),
  )
  const data = encodeFunctionData({
    abi: multiSendAbi,
    functionName: 'multiSend',
    args: [transactions],
  })
  return encodeExecution({ to: CONTRACTS.multiSend, value: 0n, data }, DELEGATE_CALL)
}

/** Counts the calls in a result of `encodeCalls`. Returns null for anything else. Much cheaper than to decode them. */
export function countCalls(callData: Hex): number | null {
  try {
    const { functionName, args } = decodeFunctionData({ abi: moduleAbi, data: callData })
    if (functionName !== 'executeUserOpWithErrorString') return null
    const [, , data, operation] = args
    if (operation === CALL) return 1
    const [batch] = decodeFunctionData({ abi: multiSendAbi, data }).args
    let count = 0
    for (let start = 0; start < size(batch); count += 1) start += HEAD + lengthAt(batch, start)
    return count
  } catch {
    return null
  }
}

/** Returns the length of the data of the call that starts at a byte of a batch. */
function lengthAt(batch: Hex, start: number): number {
  const end = 2 + (start + HEAD) * 2
  return hexToNumber(`0x${batch.slice(end - 64, end)}`)
}

/** Decodes a result of `encodeCalls`. Returns null for anything else, such as other delegate calls. */
export function decodeCalls(callData: Hex): readonly Call[] | null {
  try {
    const { functionName, args } = decodeFunctionData({ abi: moduleAbi, data: callData })
    if (functionName !== 'executeUserOpWithErrorString') return null
    const [to, value, data, operation] = args
    if (operation === CALL) return isCanonical(callData, [{ to, value, data }])
    if (operation !== DELEGATE_CALL || !isAddressEqual(to, CONTRACTS.multiSend)) return null
    const batch = decodeFunctionData({ abi: multiSendAbi, data })
    return isCanonical(callData, decodeBatch(batch.args[0]))
  } catch {
    return null
  }
}

/** Contracts may read ambiguous bytes differently: only the one encoding that we write counts. */
function isCanonical(callData: Hex, calls: readonly Call[]): readonly Call[] | null {
  return encodeCalls(calls) === callData.toLowerCase() ? calls : null
}

function decodeBatch(bytes: Hex): readonly Call[] {
  const calls: Call[] = []
  for (let start = 0; start < size(bytes); ) {
    const at = (offset: number, length: number) =>
      slice(bytes, start + offset, start + offset + length, { strict: true })
    const length = hexToNumber(at(53, 32))
    calls.push({
      to: getAddress(at(1, 20)),
      value: hexToBigInt(at(21, 32)),
      data: length === 0 ? '0x' : at(HEAD, length),
    })
    start += HEAD + length
  }
  return calls
}

function encodeExecution({ to, value, data }: Call, operation: number): Hex {
  return encodeFunctionData({
    abi: moduleAbi,
    functionName: 'executeUserOpWithErrorString',
    args: [to, value, data, operation],
  })
}
