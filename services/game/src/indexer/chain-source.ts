import { toUnixSeconds, type UnixSeconds } from '@bullring/prediction/units'
import type { Address, Hash, Log } from 'viem'
import type { ChainClient } from '../chain/chain-client.ts'
import type { OracleReader } from '../chain/oracle-reader.ts'
import { createOracleReader } from '../chain/oracle-reader.ts'
import type { MarketLog } from './apply-log.ts'
import { ChainMovedError } from './errors.ts'

/** What the index needs of a block. */
export type Block = { number: number; hash: Hash; parentHash: Hash; timestamp: UnixSeconds }

/** The chain as the indexer reads it. */
export type ChainSource = {
  newestBlock: () => Promise<Block>
  /** Null when the chain has no such block (any more). */
  blockAt: (number: number) => Promise<Block | null>
  /** Logs of the market in a range that no reorg will touch. */
  logsInRange: (from: number, to: number) => Promise<MarketLog[]>
  /** Logs of the market in exactly this block, not in one that took its place. */
  logsOfBlock: (block: Block) => Promise<MarketLog[]>
  /** The oracle as it was in this block. */
  oracleAt: (block: Block) => OracleReader
}

/** Reads from a node. Errors are the client's, and worth another try. */
export function createChainSource(
  client: ChainClient,
  addresses: { prediction: Address; oracle: Address },
): ChainSource {
  const address = addresses.prediction
  const blockAt = async (number: number) => {
    const blocks = await client.request({
      method: 'eth_getBlockByNumber',
      params: [`0x${number.toString(16)}`, false],
    })
    return blocks === null ? null : toBlock(blocks)
  }
  return {
    newestBlock: async () => {
      const block = await client.request({
        method: 'eth_getBlockByNumber',
        params: ['latest', false],
      })
      if (block === null) throw new ChainMovedError()
      return toBlock(block)
    },
    blockAt,
    logsInRange: async (from, to) => {
      const logs = await client.getLogs({ address, fromBlock: BigInt(from), toBlock: BigInt(to) })
      return withTimes(logs, blockAt)
    },
    logsOfBlock: async (block) => {
      const logs = await client.getLogs({ address, blockHash: block.hash })
      return logs.map((log) => toMarketLog(log, block.timestamp))
    },
    oracleAt: (block) => createOracleReader(client, addresses.oracle, block.hash),
  }
}

type RpcHeader = {
  number: string | null
  hash: Hash | null
  parentHash: Hash
  timestamp: string
}

function toBlock(header: RpcHeader): Block {
  if (header.hash === null || header.number === null) throw new ChainMovedError()
  return {
    number: Number(header.number),
    hash: header.hash,
    parentHash: header.parentHash,
    timestamp: toUnixSeconds(BigInt(header.timestamp)),
  }
}

/** Newer nodes put the block's time into each log; with others, every block with logs is read once. */
async function withTimes(
  logs: readonly Log[],
  blockAt: ChainSource['blockAt'],
): Promise<MarketLog[]> {
  const untimed = logs.filter((log) => log.blockTimestamp == null && log.blockNumber !== null)
  const numbers = [...new Set(untimed.map((log) => Number(log.blockNumber)))]
  const blocks = await Promise.all(numbers.map(blockAt))
  const times = new Map(blocks.map((block) => [block?.number, block?.timestamp]))
  return logs.map((log) => {
    const timestamp = log.blockTimestamp ?? times.get(Number(log.blockNumber))
    if (timestamp === undefined) throw new ChainMovedError()
    return toMarketLog(log, Number(timestamp))
  })
}

function toMarketLog(log: Log, blockTimestamp: number): MarketLog {
  if (log.blockNumber === null || log.blockHash === null) throw new ChainMovedError()
  if (log.logIndex === null || log.transactionHash === null) throw new ChainMovedError()
  return {
    topics: log.topics,
    data: log.data,
    blockNumber: Number(log.blockNumber),
    blockHash: log.blockHash,
    blockTimestamp,
    logIndex: log.logIndex,
    transactionHash: log.transactionHash,
  }
}
