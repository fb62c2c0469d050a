import { toUnixSeconds, type UnixSeconds } from '@bullring/prediction/units'
import type { Address, Hash, RpcLog } from 'viem'
import { numberToHex, zeroAddress } from 'viem'
import type { ChainClient } from '../../chain/chain-client.ts'
import type { RpcHeader } from '../../chain/head-socket.ts'
import type { OracleReader } from '../../chain/oracle-reader.ts'
import { createOracleReader, lenientReader } from '../../chain/oracle-reader.ts'
import { ChainMovedError } from '../errors.ts'
import type { MarketLog } from './apply-log.ts'
import { isInBloom } from './is-in-bloom.ts'

/** The fields of a block that the index needs. */
export type Block = {
  number: number
  hash: Hash
  parentHash: Hash
  timestamp: UnixSeconds
  /** False when the block's bloom filter rules out logs of the market. */
  mayHaveLogs: boolean
}

/** Reads the chain for the indexer. */
export type ChainSource = {
  newestBlock: () => Promise<Block>
  /** Null when the chain does not have such a block, or no longer. */
  blockAt: (number: number, signal?: AbortSignal) => Promise<Block | null>
  /** Reads the market's logs in a range that no reorg can reach. */
  logsInRange: (from: number, to: number, signal?: AbortSignal) => Promise<MarketLog[]>
  /** Reads the market's logs in exactly this block, by its hash. */
  logsOfBlock: (block: Block) => Promise<MarketLog[]>
  /**
   * Reads the oracle in the state of this block.
   *
   * @param feed - Its address; null for the market's only one.
   */
  oracleAt: (block: Block, feed: Address | null) => OracleReader
}

/**
 * Creates a source that reads from a node.
 *
 * @throws {ChainMovedError} from each function when the node contradicts itself; retry.
 */
export function createChainSource(
  client: ChainClient,
  { prediction: address, oracle }: { prediction: Address; oracle: Address | null },
): ChainSource {
  const blockAt = async (number: number, signal?: AbortSignal) => {
    const block = await client.request(
      { method: 'eth_getBlockByNumber', params: [numberToHex(number), false] },
      signal && { signal },
    )
    return block === null ? null : toBlock(block, address)
  }
  return {
    newestBlock: async () => {
      const block = await client.request({
        method: 'eth_getBlockByNumber',
        params: ['latest', false],
      })
      if (block === null) throw new ChainMovedError()
      return toBlock(block, address)
    },
    blockAt,
    logsInRange: async (from, to, signal) => {
      const filter = { address, fromBlock: numberToHex(from), toBlock: numberToHex(to) }
      // Sent as one batch, so that one node responds to both: one that lags returns no logs instead of an
      // error, but no last block either. Requests with another signal are another batch.
      const [last, logs] = await Promise.all([
        blockAt(to, signal),
        client.request({ method: 'eth_getLogs', params: [filter] }, signal && { signal }),
      ])
      if (last === null) throw new ChainMovedError()
      const isInside = ({ blockNumber }: RpcLog) =>
        Number(blockNumber) >= from && Number(blockNumber) <= to
      if (!logs.every(isInside)) throw new ChainMovedError()
      return withTimes(logs, (number) => blockAt(number, signal))
    },
    logsOfBlock: async (block) => {
      const params = [{ address, blockHash: block.hash }] as const
      const read = () => client.request({ method: 'eth_getLogs', params: [...params] })
      const logs = await (block.mayHaveLogs ? readTwiceIfEmpty(read) : read())
      if (logs.some(({ blockHash }) => blockHash !== block.hash)) throw new ChainMovedError()
      return logs.map((log) => toMarketLog(log, block.timestamp))
    },
    oracleAt: (block, feed) =>
      createOracleReader(client, feed ?? oracle ?? zeroAddress, block.hash),
  }
}

/** Treats a feed that rejects reads as one without rounds. */
export function withLenientOracle(source: ChainSource): ChainSource {
  return { ...source, oracleAt: (block, feed) => lenientReader(source.oracleAt(block, feed)) }
}

/**
 * Reads twice when the result is empty: behind one URL there may be several nodes, and one that lags
 * returns no logs instead of an error.
 */
async function readTwiceIfEmpty(read: () => Promise<RpcLog[]>): Promise<RpcLog[]> {
  const logs = await read()
  return logs.length > 0 ? logs : read()
}

/**
 * Reads the header of a mined block.
 *
 * @throws {ChainMovedError} when the block is not mined yet.
 */
export function toBlock(header: RpcHeader, market: Address): Block {
  if (header.hash === null || header.number === null) throw new ChainMovedError()
  return {
    number: Number(header.number),
    hash: header.hash,
    parentHash: header.parentHash,
    timestamp: toUnixSeconds(BigInt(header.timestamp)),
    mayHaveLogs: header.logsBloom === null || isInBloom(header.logsBloom, market),
  }
}

/** Newer nodes add the block's time to each log; for others, each block with logs is read once. */
async function withTimes(
  logs: readonly RpcLog[],
  blockAt: ChainSource['blockAt'],
): Promise<MarketLog[]> {
  const untimed = logs.filter((log) => log.blockTimestamp == null)
  const numbers = [...new Set(untimed.map((log) => Number(log.blockNumber)))]
  const blocks = await Promise.all(numbers.map((number) => blockAt(number)))
  const times = new Map(blocks.map((block) => [block?.number, block?.timestamp]))
  return logs.map((log) => {
    const timestamp = log.blockTimestamp ?? times.get(Number(log.blockNumber))
    if (timestamp === undefined) throw new ChainMovedError()
    return toMarketLog(log, Number(timestamp))
  })
}

// Without viem's formatting, which costs as much as the rest of a backfill.
function toMarketLog(log: RpcLog, blockTimestamp: number): MarketLog {
  const { blockNumber, blockHash, logIndex, transactionHash } = log
  if (blockNumber === null || blockHash === null) throw new ChainMovedError()
  if (logIndex === null || transactionHash === null) throw new ChainMovedError()
  return {
    ...{ topics: log.topics, data: log.data, blockHash, blockTimestamp, transactionHash },
    ...{ blockNumber: Number(blockNumber), logIndex: Number(logIndex) },
  }
}
