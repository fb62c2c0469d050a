import { toPriceE8, toUnixSeconds } from '@bullring/prediction/units'
import {
  ContractFunctionRevertedError,
  encodeErrorResult,
  HttpRequestError,
  parseAbi,
  RpcRequestError,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { lenientReader } from './oracle-reader.ts'

const REASON = parseAbi(['error Error(string)'])

const round = { id: 7n, price: toPriceE8(6n), updatedAt: toUnixSeconds(5) }

const failing = (error: Error) =>
  lenientReader({ latestId: () => Promise.reject(error), roundById: () => Promise.reject(error) })

describe('lenientReader', () => {
  test('passes results through', async () => {
    const reader = lenientReader({
      latestId: () => Promise.resolve(7n),
      roundById: () => Promise.resolve(round),
    })
    expect([await reader.latestId(), await reader.roundById(7n)]).toEqual([7n, round])
  })

  test('treats a refusal as a feed without rounds', async () => {
    const data = encodeErrorResult({ abi: REASON, errorName: 'Error', args: ['No access'] })
    const refusal = { abi: REASON, functionName: 'latestRoundData', data }
    const reader = failing(new ContractFunctionRevertedError(refusal))
    expect([await reader.latestId(), await reader.roundById(7n)]).toEqual([0n, null])
  })

  test('error: rethrows when a node is busy', async () => {
    const busy = {
      error: { code: -32_603, message: 'handle request error' },
      body: {},
      url: 'node',
    }
    const reader = failing(new RpcRequestError(busy))
    await expect(reader.latestId()).rejects.toThrow(RpcRequestError)
    await expect(reader.roundById(7n)).rejects.toThrow(RpcRequestError)
  })

  test('error: rethrows when the node cannot be reached', async () => {
    const reader = failing(new HttpRequestError({ url: 'http://node', status: 502 }))
    await expect(reader.latestId()).rejects.toThrow(HttpRequestError)
    await expect(reader.roundById(7n)).rejects.toThrow(HttpRequestError)
  })
})
