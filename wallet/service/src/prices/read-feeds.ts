import { type Address, parseAbi } from 'viem'
import { ONE_REQUEST, requireReachable } from '../chain/require-reachable.ts'
import type { RpcClient } from '../chain/rpc-client.ts'
import { USD_DECIMALS, type UsdPrice } from '../tokens/usd.ts'
import type { PriceFeed } from './price-feeds.ts'

const feedAbi = parseAbi([
  'function decimals() view returns (uint8)',
  'function description() view returns (string)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])

/** Chainlink's feeds report at least once a day, whatever the price does. */
const MAX_AGE_SECONDS = 26n * 3_600n

/** Reads the prices of feeds, by token. Omits feeds that fail, are outdated or have another description. */
export async function readFeeds(
  client: RpcClient,
  feeds: readonly PriceFeed[],
): Promise<ReadonlyMap<Address, UsdPrice>> {
  if (feeds.length === 0) return new Map()
  const calls = <name extends 'decimals' | 'description' | 'latestRoundData'>(functionName: name) =>
    feeds.map(({ feed: address }) => ({ address, abi: feedAbi, functionName }))
  const [block, decimals, descriptions, rounds] = await Promise.all([
    client.getBlock(),
    client.multicall({ ...ONE_REQUEST, contracts: calls('decimals') }),
    client.multicall({ ...ONE_REQUEST, contracts: calls('description') }),
    client.multicall({ ...ONE_REQUEST, contracts: calls('latestRoundData') }),
  ])
  requireReachable(rounds)
  const prices = feeds.flatMap(({ token, description }, index): [Address, UsdPrice][] => {
    const unit = decimals[index]?.result
    const [, answer, , updatedAt] = rounds[index]?.result ?? [0n, 0n, 0n, 0n]
    const isCurrent = block.timestamp - updatedAt <= MAX_AGE_SECONDS
    const isRight = description === null || descriptions[index]?.result === description
    if (unit === undefined || unit > USD_DECIMALS || answer <= 0n || !isCurrent || !isRight) {
      return []
    }
    return [[token, answer * 10n ** BigInt(USD_DECIMALS - unit)]]
  })
  return new Map(prices)
}
