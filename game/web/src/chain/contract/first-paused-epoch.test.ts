import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { createClient, custom, encodeFunctionData, encodeFunctionResult, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { readFirstPausedEpoch } from './first-paused-epoch.ts'

const PREDICTION = '0x00000000000000000000000000000000000000aa'

/** Responds to calls of `data` only. */
function clientOf(data: Hex, result: Hex) {
  const request = ({ params }: { params: [{ to: Hex; data: Hex }, string] }) => {
    expect(params).toEqual([{ to: PREDICTION, data }, 'latest'])
    return Promise.resolve(result)
  }
  return createClient({ transport: custom({ request }) })
}

test('reads the announced epoch of a market', async () => {
  const call = { abi: predictionAbi, functionName: 'firstPausedEpoch' } as const
  const read = (result: bigint) => {
    const client = clientOf(encodeFunctionData(call), encodeFunctionResult({ ...call, result }))
    return readFirstPausedEpoch(client, PREDICTION, 'bullring')
  }
  expect(await read(4_711n)).toBe(4_711n)
  expect(await read(0n)).toBeNull()
})

test('reads whether a PancakePredictionV2 market is paused, in every epoch', async () => {
  // The same function in both contracts.
  const call = { abi: predictionAbi, functionName: 'paused' } as const
  const read = (result: boolean) => {
    const client = clientOf(encodeFunctionData(call), encodeFunctionResult({ ...call, result }))
    return readFirstPausedEpoch(client, PREDICTION, 'pancake-v2')
  }
  expect(await read(true)).toBe(1n)
  expect(await read(false)).toBeNull()
})
