import { predictionAbi } from '@bullring/prediction/prediction-abi'
import type { Address } from 'viem'
import type { ChainClient } from '../chain/chain-client.ts'
import type { StrikeView } from './due-strikes.ts'

const PENDING = 0

/**
 * Reads from the chain, not from the index, so that a keeper works with a broken index. Strikes that
 * are settled cost one call, the others three.
 */
export function readStrikes(
  client: ChainClient,
  address: Address,
  epochs: readonly number[],
): Promise<StrikeView[]> {
  const contract = { address, abi: predictionAbi } as const
  const hasBets = async (epoch: number) => {
    const [bull, bear] = await client.readContract({
      ...contract,
      functionName: 'pools',
      args: [BigInt(epoch)],
    })
    return bull > 0n || bear > 0n
  }
  return Promise.all(
    epochs.map(async (epoch) => {
      const [, , , state] = await client.readContract({
        ...contract,
        functionName: 'strikes',
        args: [BigInt(epoch)],
      })
      if (state !== PENDING) return { epoch, isPending: false, hasBets: false }
      const pools = await Promise.all([hasBets(epoch), hasBets(epoch - 1)])
      return { epoch, isPending: true, hasBets: pools.includes(true) }
    }),
  )
}
