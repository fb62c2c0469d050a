import type { OracleRound } from '@bullring/prediction/oracle-round'
import { toOracleRound } from '@bullring/prediction/oracle-round'
import { priceFeedAbi } from '@bullring/prediction/price-feed-abi'
import { isRevert } from '@bullring/wire/chain/is-revert'
import type { Address, Hash } from 'viem'
import type { ChainClient } from './chain-client.ts'
import { isContractAnswer } from './errors.ts'

/** Reads a Chainlink-compatible price feed by round id; works for a proxy and for a plain feed. */
export type OracleReader = {
  /** Id of the newest round; its phase may hold no round yet. */
  latestId: () => Promise<bigint>
  /** Null when the feed has no such round. */
  roundById: (id: bigint) => Promise<OracleRound | null>
}

const PHASE_OFFSET = 64n

/** Returns the phase of a round: which aggregator behind the proxy wrote it. */
export function phaseOf(id: bigint): bigint {
  return id >> PHASE_OFFSET
}

/** Returns the first id of a phase: aggregators count from 1. */
export function firstIdOf(phase: bigint): bigint {
  return (phase << PHASE_OFFSET) | 1n
}

/**
 * Creates a reader of the feed at `address`.
 *
 * @param blockHash - Block whose state is read; by default the newest.
 */
export function createOracleReader(
  client: ChainClient,
  address: Address,
  blockHash?: Hash,
): OracleReader {
  const feed = { address, abi: priceFeedAbi, ...(blockHash && { blockHash }) } as const
  return {
    latestId: async () => {
      const [id] = await client.readContract({ ...feed, functionName: 'latestRoundData' })
      return id
    },
    roundById: async (id) => {
      try {
        const data = await client.readContract({
          ...feed,
          functionName: 'getRoundData',
          args: [id],
        })
        return toOracleRound(id, data)
      } catch (error) {
        // Other feeds revert for a round that they do not have.
        if (isRevert(error)) return null
        throw error
      }
    },
  }
}

/** Wraps a feed that may reject reads: it then appears to have no rounds. */
export function lenientReader({ latestId, roundById }: OracleReader): OracleReader {
  const unlessRefused = async <result>(read: Promise<result>, none: result): Promise<result> => {
    try {
      return await read
    } catch (error) {
      if (!isContractAnswer(error)) throw error
      return none
    }
  }
  return {
    latestId: () => unlessRefused(latestId(), 0n),
    roundById: (id) => unlessRefused(roundById(id), null),
  }
}
