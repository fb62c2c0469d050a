import { priceFeedAbi } from '@bullring/prediction/price-feed-abi'
import type { Address, PublicClient } from 'viem'

/** What a feed answers about itself. */
export type FeedReport = { description: string; price: bigint; ageSeconds: bigint }

/** The contract at the oracle's address is not the feed the game needs. */
export class UnfitFeedError extends Error {
  override readonly name = 'UnfitFeedError'
}

const DECIMALS = 8
const DESCRIPTION = 'BNB / USD'
/** Chains of play money may use a feed that says what it is behind the pair. */
const PUBLIC_CHAINS: readonly number[] = [56, 97]

/**
 * Asks a price feed who it is and what it says now.
 *
 * @throws {UnfitFeedError} when it is no feed, has other decimals, another pair, no answer, or an
 *   answer older than `maxAgeSeconds`.
 */
export async function checkFeed(
  client: PublicClient,
  { oracle, chainId, maxAgeSeconds }: { oracle: Address; chainId: number; maxAgeSeconds: bigint },
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
  const isPair = PUBLIC_CHAINS.includes(chainId)
    ? description === DESCRIPTION
    : description.startsWith(DESCRIPTION)
  if (decimals !== DECIMALS) {
    throw new UnfitFeedError(`The feed has ${decimals} decimals, the game needs ${DECIMALS}.`)
  }
  if (!isPair) throw new UnfitFeedError(`The feed is "${description}", not "${DESCRIPTION}".`)
  if (price <= 0n) throw new UnfitFeedError('The feed has no price.')
  const ageSeconds = block.timestamp - updatedAt
  if (ageSeconds > maxAgeSeconds) {
    throw new UnfitFeedError(
      `The feed's last answer is ${ageSeconds} s old, older than MAX_ORACLE_DELAY.`,
    )
  }
  return { description, price, ageSeconds }
}
