import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { priceFeedAbi } from '@bullring/prediction/price-feed-abi'
import type { KnownMarket } from '@bullring/wire/chain/known-market'
import type { Address, Client } from 'viem'
import { readContract } from 'viem/actions'

/**
 * Returns the USD price of a chain's coin with 8 decimals, from the price feed of the game's market for it;
 * null when there is no such market, or it cannot be read.
 */
export async function readCoinPrice(
  client: Client,
  chainId: number,
  markets: readonly KnownMarket[],
): Promise<bigint | null> {
  // Stakes are always in the chain's coin, BNB.
  const market = markets.find((known) => known.chainId === chainId && known.symbol === 'BNB')
  if (market === undefined) return null
  try {
    const address = market.prediction as Address
    const oracle = await readContract(client, {
      address,
      abi: predictionAbi,
      functionName: 'oracle',
    })
    const round = await readContract(client, {
      address: oracle,
      abi: priceFeedAbi,
      functionName: 'latestRoundData',
    })
    return round[1] > 0n ? round[1] : null
  } catch {
    return null
  }
}
