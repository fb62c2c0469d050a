import type { UnixSeconds } from '@bullring/prediction/units'
import type { Address, Hash, Hex } from 'viem'
import { numberToHex, zeroAddress } from 'viem'
import type { NodeHeader } from '../../chain/block-header.ts'
import type { ChainClient } from '../../chain/chain-client.ts'
import type { OracleReader } from '../../chain/oracle-reader.ts'
import { createOracleReader, lenientReader } from '../../chain/oracle-reader.ts'
import { ChainMovedError } from '../errors.ts'
import type { MarketLog } from './apply-log.ts'
import { isInBloom } from './is-in-bloom.ts'
import { type NodeLog, readHeader, readLogs } from './node-replies.ts'

/** The fields of a block that the index needs. */
export type Block = {
  number: number
  hash: Hash
  parentHash: Hash
  timestamp: UnixSeconds
  /** False when the block's bloom filter rules out logs of the market. */
  mayHaveLogs: boolean
}

type LogFilter = { fromBlock: Hex; toBlock: Hex } | { blockHash: Hash }

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
 * @throws {UnreadableReplyError} from each function for what cannot be blocks or logs; retry.
 */
export function createChainSource(
  client: ChainClient,
  { prediction: address, oracle }: { prediction: Address; oracle: Address | null },
): ChainSource {
  const readBlock = async (block: Hex | 'latest', signal?: AbortSignal) => {
    const params: [typeof block, boolean] = [block, false]
    const call = { method: 'eth_getBlockByNumber' as const, params }
    const header = readHeader(await client.request(call, signal && { signal }))
    return header === null ? null : toBlock(header, address)
  }
  const blockAt = async (number: number, signal?: AbortSignal) => {
    const block = await readBlock(numberToHex(number), signal)
    if (block !== null && block.number !== number) throw new ChainMovedError()
    return block
  }
  const readMarketLogs = async (filter: LogFilter, signal?: AbortSignal) => {
    const params: [LogFilter & { address: Address }] = [{ address, ...filter }]
    const call = { method: 'eth_getLogs' as const, params }
    return readLogs(await client.request(call, signal && { signal }), address)
  }
  return {
    newestBlock: async () => {
      const block = await readBlock('latest')
      if (block === null) throw new ChainMovedError()
      return block
    },
    blockAt,
    logsInRange: async (from, to, signal) => {
      const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) }
      // Sent as one batch, so that one node responds to both: one that lags returns no logs instead of an
      // error, but no last block either.
      const [last, logs] = await Promise.all([blockAt(to, signal), readMarketLogs(range, signal)])
      if (last === null || !isConsistent(logs, { from, last })) throw new ChainMovedError()
      return await withTimes(logs, last, (number) => blockAt(number, signal))
    },
    logsOfBlock: async (block) => {
      const read = () => readMarketLogs({ blockHash: block.hash })
      const logs = await (block.mayHaveLogs ? readTwiceIfEmpty(read) : read())
      const isInside = ({ blockHash, blockNumber }: NodeLog) =>
        blockHash === block.hash && blockNumber === block.number
      if (!logs.every(isInside)) throw new ChainMovedError()
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
async function readTwiceIfEmpty(
  read: () => Promise<readonly NodeLog[]>,
): Promise<readonly NodeLog[]> {
  const logs = await read()
  return logs.length > 0 ? logs : read()
}

/** Returns the block of a header, as the index needs it. */
export function toBlock(header: NodeHeader, market: Address): Block {
  const { number, hash, parentHash, timestamp, logsBloom } = header
  const mayHaveLogs = logsBloom == null || isInBloom(logsBloom, market)
  return { number, hash, parentHash, timestamp, mayHaveLogs }
}

/** Returns whether all logs are in the range, each number with one hash, the last block with its hash. */
function isConsistent(
  logs: readonly NodeLog[],
  { from, last }: { from: number; last: Block },
): boolean {
  const hashes = new Map([[last.number, last.hash]])
  return logs.every(({ blockNumber, blockHash }) => {
    const known = hashes.get(blockNumber) ?? blockHash
    hashes.set(blockNumber, known)
    return blockNumber >= from && blockNumber <= last.number && blockHash === known
  })
}

/**
 * Adds the times of the logs' blocks. Newer nodes claim a time with each log, some of them a wrong one: if the first of a
 * range is not its block's, or any cannot be, each block with logs is read.
 */
async function withTimes(
  logs: readonly NodeLog[],
  last: Block,
  blockAt: (number: number) => Promise<Block | null>,
): Promise<MarketLog[]> {
  const [first] = logs
  if (first === undefined) return []
  const firstBlock = await blockAt(first.blockNumber)
  const areBelievable =
    first.claimedTime === firstBlock?.timestamp && areInOrder(logs, last.timestamp)
  const numbers = areBelievable ? [] : [...new Set(logs.map(({ blockNumber }) => blockNumber))]
  const blocks = await Promise.all(numbers.map((number) => blockAt(number)))
  const times = new Map(blocks.map((block) => [block?.number, block?.timestamp]))
  return logs.map((log) => {
    const timestamp = areBelievable ? log.claimedTime : times.get(log.blockNumber)
    if (timestamp == null) throw new ChainMovedError()
    return toMarketLog(log, timestamp)
  })
}

/** Returns whether all times are there, rise with the blocks and are not after the last one. */
function areInOrder(logs: readonly NodeLog[], lastTime: UnixSeconds): boolean {
  return logs.every(({ claimedTime: time, blockNumber }, index) => {
    const before = logs[index - 1]
    if (time === null || time > lastTime) return false
    if (before === undefined) return true
    const earlier = before.claimedTime ?? time
    return before.blockNumber === blockNumber ? earlier === time : earlier <= time
  })
}

function toMarketLog(log: NodeLog, blockTimestamp: UnixSeconds): MarketLog {
  const { topics, data, blockNumber, blockHash, logIndex, transactionHash } = log
  return { topics, data, blockNumber, blockHash, blockTimestamp, logIndex, transactionHash }
}
