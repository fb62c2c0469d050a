import { encodeFunctionData, type Hex, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { moduleAbi } from './abi.ts'
import { type Call, countCalls, decodeCalls, encodeCalls } from './calls.ts'
import { CONTRACTS } from './contracts.ts'

const bet: Call = { to: CONTRACTS.safe, value: 10n ** 15n, data: '0x57fb096f01' }
const plain: Call = { to: CONTRACTS.module, value: 1n, data: '0x' }

const execute = (to: Hex, data: Hex, operation: number, functionName?: 'executeUserOp') =>
  encodeFunctionData({
    abi: moduleAbi,
    functionName: functionName ?? 'executeUserOpWithErrorString',
    args: [to, 0n, data, operation],
  })

describe('decodeCalls', () => {
  test.each([[[bet]], [[plain]], [[bet, plain, bet]]])(
    'decodes what encodeCalls wrote',
    (calls) => {
      expect(decodeCalls(encodeCalls(calls))).toEqual(calls)
    },
  )

  test('is null for delegate calls other than a batch of calls', () => {
    expect(decodeCalls(execute(zeroAddress, '0x', 1))).toBeNull()
    expect(decodeCalls(execute(zeroAddress, '0x', 2))).toBeNull()
    expect(decodeCalls(execute(zeroAddress, '0x', 0, 'executeUserOp'))).toBeNull()
    expect(decodeCalls('0x')).toBeNull()
    expect(decodeCalls('0x12345678')).toBeNull()
  })

  test('is null for bytes that another reader could read differently', () => {
    const batch = encodeCalls([bet, plain])
    expect(decodeCalls(`${batch}00`)).toBeNull()
    // The first byte of a call in the batch: 1 is a delegate call.
    const at = batch.indexOf(`00${CONTRACTS.safe.slice(2).toLowerCase()}`)
    const delegating: Hex = `0x${batch.slice(2, at)}01${batch.slice(at + 2)}`
    expect(delegating).toHaveLength(batch.length)
    expect(decodeCalls(delegating)).toBeNull()
  })
})

test('countCalls counts what encodeCalls wrote, and nothing else', () => {
  for (const calls of [[bet], [plain, bet], Array.from({ length: 41 }, () => plain)]) {
    expect(countCalls(encodeCalls(calls))).toBe(calls.length)
  }
  expect(countCalls('0x12345678')).toBeNull()
  expect(countCalls(execute(zeroAddress, '0x', 1))).toBeNull()
})

test('error: encodeCalls refuses an empty batch', () => {
  expect(() => encodeCalls([])).toThrow('There are no calls.')
})
