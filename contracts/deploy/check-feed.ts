import { priceFeedAbi } from '@bullring/prediction/price-feed-abi'
import { findPublicChain } from '@bullring/wire/chain/public-chain'
import type { Address, PublicClient } from 'viem'

/** Description and newest answer of a feed. The price has 8 decimals. */
export type FeedReport = { description: string; price: bigint; ageSeconds: bigint }

type WantedFeed = {
  oracle: Address
  chainId: number
  /** Such as "BNB / USD". */
  description: string
  maxAgeSeconds: bigint
}

/** The contract at the oracle's address is not a feed that the game can use. */
class UnfitFeedError extends Error {
  override readonly name = 'UnfitFeedError'
}

const DECIMALS = 8

/**
 * Reads a price feed and checks that the game can use it.
 *
 * @throws {UnfitFeedError} when it is not a feed, has other decimals or another pair, or has no answer
 *   within the last `maxAgeSeconds`.
 */
export async function checkFeed(
  client: PublicClient,
  { oracle, chainId, description: wanted, maxAgeSeconds }: WantedFeed,
): Promise<FeedReport> {
  const feed = { address: oracle, abi: priceFeedAbi } as const
  const [decimals, description, [, price, , updatedAt], block] = await Promise.all([
    client.readContract({ ...feed, functionName: 'decimals' }),
    client.readContract({ ...feed, functionName: 'description' }),
    client.readContract({ ...feed, functionName: 'latestRoundData' }),
    client.getBlock(),
  ]).catch((cause: unknown) => {
    throw new UnfitFeedError(`There is no price feed at ${oracle}.`, { cause })
  })
  // On a local chain, the description may have a suffix such as "(local replay)".
  const isLocal = findPublicChain(chainId) === null
  const isPair = isLocal ? description.startsWith(wanted) : description === wanted
  if (decimals !== DECIMALS) {
    throw new UnfitFeedError(`The feed has ${decimals} decimals, but the game needs ${DECIMALS}.`)
  }
  if (!isPair) {
    throw new UnfitFeedError(
      `The feed is "${description}", not "${wanted}". Correct ORACLE_ADDRESS, or set ORACLE_DESCRIPTION.`,
    )
  }
  if (price <= 0n) throw new UnfitFeedError('The feed has no price.')
  const ageSeconds = block.timestamp - updatedAt
  if (ageSeconds > maxAgeSeconds) {
    throw new UnfitFeedError(
      `The feed's last answer is ${ageSeconds} s old, older than MAX_ORACLE_DELAY.`,
    )
  }
  return { description, price, ageSeconds }
}
