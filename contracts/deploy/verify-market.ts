import { predictionAbi } from '@bullring/prediction/prediction-abi'
import type { Address, PublicClient } from 'viem'
import { getAddress } from 'viem'
import { readArtifact } from './artifact.ts'
import type { PredictionSettings } from './deploy-prediction.ts'

/**
 * Reads a deployed market and compares it with the settings it should have.
 *
 * @returns The differences, one sentence each; empty when there are none.
 */
export async function verifyMarket(
  client: PublicClient,
  prediction: Address,
  settings: PredictionSettings,
): Promise<readonly string[]> {
  const contract = { address: prediction, abi: predictionAbi } as const
  const read = <name extends keyof PredictionSettings>(functionName: name) =>
    client.readContract({ ...contract, functionName })
  const names = Object.keys(settings) as (keyof PredictionSettings)[]
  const values = await Promise.all(names.map(read))
  const differences = names.flatMap((name, index) =>
    comparable(values[index]) === comparable(settings[name])
      ? []
      : [`${name} is ${values[index]}, not ${settings[name]}`],
  )
  const code = await client.getCode({ address: prediction })
  const expectedLength = readArtifact('Prediction').deployedBytecode.length
  if (code?.length !== expectedLength)
    differences.push('the length of the code is not that of the compiled contract')
  return differences
}

function comparable(value: unknown): string {
  const text = String(value)
  return /^0x[0-9a-fA-F]{40}$/.test(text) ? getAddress(text) : text
}
