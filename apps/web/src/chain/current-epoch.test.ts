import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { createClient, custom, encodeFunctionData, encodeFunctionResult } from 'viem'
import { expect, test } from 'vitest'
import { readCurrentEpoch } from './current-epoch.ts'

const PREDICTION = '0x00000000000000000000000000000000000000aa'

test('asks the contract what the ABI would ask, and reads its answer', async () => {
  const requests: unknown[] = []
  const client = createClient({
    transport: custom({
      request: (request: unknown) => {
        requests.push(request)
        const answer = encodeFunctionResult({
          abi: predictionAbi,
          functionName: 'currentEpoch',
          result: 4_711n,
        })
        return Promise.resolve(answer)
      },
    }),
  })

  expect(await readCurrentEpoch(client, PREDICTION)).toBe(4_711n)
  const data = encodeFunctionData({ abi: predictionAbi, functionName: 'currentEpoch' })
  expect(requests).toEqual([{ method: 'eth_call', params: [{ to: PREDICTION, data }, 'latest'] }])
})
