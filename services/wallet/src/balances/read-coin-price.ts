import type { Address } from 'viem'
import { formatUnits, parseAbi } from 'viem'
import type { RpcClient } from '../chain/rpc-client.ts'

const feedAbi = parseAbi([
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])

/**
 * Price of the chain's coin in USD by the game's own feed, which looks like Chainlink's; null when the
 * feed has none.
 */
export async function readCoinPrice(client: RpcClient, feed: Address): Promise<number | null> {
  const contract = { address: feed, abi: feedAbi } as const
  const [decimals, [, answer]] = await Promise.all([
    client.readContract({ ...contract, functionName: 'decimals' }),
    client.readContract({ ...contract, functionName: 'latestRoundData' }),
  ])
  return answer > 0n ? Number(formatUnits(answer, decimals)) : null
}
