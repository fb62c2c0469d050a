import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { createClient, custom, encodeFunctionData, encodeFunctionResult } from 'viem'
import { expect, test } from 'vitest'
import { readCurrentEpoch } from './current-epoch.ts'

const PREDICTION = '0x00000000000000000000000000000000000000aa'

test('sends the same call as the ABI and decodes the result', async () => {
  const requests: unknown[] = []
  const client = createClient({
    transport: custom({
      request: (request: unknown) => {
        requests.push(request)
        const result = encodeFunctionResult({
          abi: predictionAbi,
          functionName: 'currentEpoch',
          result: 4_711n,
        })
        return Promise.resolve(result)
      },
    }),
  })

  expect(await readCurrentEpoch(client, PREDICTION)).toBe(4_711n)
  const data = encodeFunctionData({ abi: predictionAbi, functionName: 'currentEpoch' })
  expect(requests).toEqual([{ method: 'eth_call', params: [{ to: PREDICTION, data }, 'latest'] }])
})
