import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { toUnixSeconds } from '@bullring/prediction/units'
import type { Address, Hash, Hex } from 'viem'
import { encodeEventTopics, numberToHex } from 'viem'
import type { MarketLog } from '../src/indexer/apply-log.ts'
import type { Block, ChainSource } from '../src/indexer/chain-source.ts'

const PLAYERS = 1_000
const BETS_PER_BLOCK = 4
/** Young blocks without logs: what is measured is the reading of old ones. */
const QUIET_BLOCKS = 100

export type MemoryChain = { source: ChainSource; generatingMs: () => number }

/**
 * A chain of `bets` bets that costs nothing to ask: its logs are made when they are asked for, and the
 * time that takes is told, to be left out.
 */
export function createMemoryChain(bets: number): MemoryChain {
  const lastWithBets = Math.ceil(bets / BETS_PER_BLOCK)
  const newest = lastWithBets + QUIET_BLOCKS
  let generatingMs = 0
  const source: ChainSource = {
    newestBlock: () => Promise.resolve(blockOf(newest)),
    blockAt: (number) => Promise.resolve(number > newest ? null : blockOf(number)),
    logsInRange: (from, to) => {
      const startMs = performance.now()
      const first = (from - 1) * BETS_PER_BLOCK
      const end = Math.min(to * BETS_PER_BLOCK, bets)
      const logs: MarketLog[] = []
      for (let index = first; index < end; index += 1) logs.push(betLog(index))
      generatingMs += performance.now() - startMs
      return Promise.resolve(logs)
    },
    logsOfBlock: () => Promise.resolve([]),
    oracleAt: () => ({
      latestId: () => Promise.resolve(1n << 64n),
      roundById: () => Promise.resolve(null),
    }),
  }
  return { source, generatingMs: () => generatingMs }
}

function blockOf(number: number): Block {
  return {
    number,
    hash: numberToHex(number + 1, { size: 32 }),
    parentHash: numberToHex(number, { size: 32 }),
    timestamp: toUnixSeconds(1_750_000_000 + number),
    mayHaveLogs: false,
  }
}

const SIGNATURES = (['BetBull', 'BetBear'] as const).map(
  (eventName) => encodeEventTopics({ abi: predictionAbi, eventName })[0],
)

function betLog(index: number): MarketLog {
  const block = blockOf(Math.floor(index / BETS_PER_BLOCK) + 1)
  const player = numberToHex((index % PLAYERS) + 1, { size: 20 }) as Address
  const word = (value: number | bigint) => numberToHex(value, { size: 32 })
  return {
    topics: [
      SIGNATURES[index % 2] as Hex,
      word(BigInt(player)),
      word(Math.floor(index / PLAYERS) + 1),
    ],
    data: word(10n ** 16n + BigInt(index)),
    blockNumber: block.number,
    blockHash: block.hash,
    blockTimestamp: block.timestamp,
    logIndex: index % BETS_PER_BLOCK,
    transactionHash: word(index + 1) as Hash,
  }
}
