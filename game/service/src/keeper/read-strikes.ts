import { predictionAbi } from '@bullring/prediction/prediction-abi'
import type { Epoch } from '@bullring/prediction/units'
import { toEpoch } from '@bullring/prediction/units'
import type { Address } from 'viem'
import type { ChainClient } from '../chain/chain-client.ts'
import type { StrikeView } from './due-strikes.ts'

const PENDING = 0

/**
 * Reads strikes from the chain, so that the keeper does not depend on the index. A settled strike costs
 * one call, a pending one three.
 */
export function readStrikes(
  client: ChainClient,
  address: Address,
  epochs: readonly Epoch[],
): Promise<StrikeView[]> {
  const contract = { address, abi: predictionAbi } as const
  const isTwoSided = async (epoch: Epoch) => {
    const [bull, bear] = await client.readContract({
      ...contract,
      functionName: 'pools',
      args: [epoch],
    })
    return bull > 0n && bear > 0n
  }
  return Promise.all(
    epochs.map(async (epoch) => {
      const [, , , state] = await client.readContract({
        ...contract,
        functionName: 'strikes',
        args: [epoch],
      })
      if (state !== PENDING) return { epoch, isPending: false, isNeeded: false }
      const pools = await Promise.all([isTwoSided(epoch), isTwoSided(toEpoch(epoch - 1n))])
      return { epoch, isPending: true, isNeeded: pools.includes(true) }
    }),
  )
}
