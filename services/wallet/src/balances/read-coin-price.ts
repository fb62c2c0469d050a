import type { Address } from 'viem'
import { formatUnits, parseAbi } from 'viem'
import type { RpcClient } from '../chain/rpc-client.ts'

const feedAbi = parseAbi([
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])

/** Reads the coin's price in USD from the game's Chainlink-compatible feed; null if it has none. */
export async function readCoinPrice(client: RpcClient, feed: Address): Promise<number | null> {
  const contract = { address: feed, abi: feedAbi } as const
  const [decimals, [, answer]] = await Promise.all([
    client.readContract({ ...contract, functionName: 'decimals' }),
    client.readContract({ ...contract, functionName: 'latestRoundData' }),
  ])
  return answer > 0n ? Number(formatUnits(answer, decimals)) : null
}
