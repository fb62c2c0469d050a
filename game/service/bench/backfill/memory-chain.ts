import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { toUnixSeconds } from '@bullring/prediction/units'
import type { Address, Hash, Hex } from 'viem'
import { encodeEventTopics, numberToHex } from 'viem'
import type { MarketLog } from '../../src/indexer/read/apply-log.ts'
import type { Block, ChainSource } from '../../src/indexer/read/chain-source.ts'

const PLAYERS = 1_000
const BETS_PER_BLOCK = 4
const BLOCKS_PER_ROUND = PLAYERS / BETS_PER_BLOCK
/** New blocks without logs: only the old ones are measured. */
const QUIET_BLOCKS = 100

export type MemoryChain = { source: ChainSource; generatingMs: () => number }

/**
 * Creates a chain in memory with `bets` bets, one per player and round, and the strikes that decide them.
 * Logs are generated on request; `generatingMs` returns the time spent on that.
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
      const logs: MarketLog[] = []
      for (let number = from; number <= to && number <= lastWithBets; number += 1) {
        if (number === 1) logs.push(feeLog())
        const firstBet = (number - 1) * BETS_PER_BLOCK
        const end = Math.min(firstBet + BETS_PER_BLOCK, bets)
        for (let index = firstBet; index < end; index += 1) logs.push(betLog(index))
        if (number % BLOCKS_PER_ROUND === 0) logs.push(strikeLog(number))
      }
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

const signatureOf = (eventName: 'BetBull' | 'BetBear' | 'LockRound' | 'NewTreasuryFee') =>
  encodeEventTopics({ abi: predictionAbi, eventName })[0] as Hex
const BET_SIGNATURES = [signatureOf('BetBull'), signatureOf('BetBear')] as const
const STRIKE_SIGNATURE = signatureOf('LockRound')
const FEE_SIGNATURE = signatureOf('NewTreasuryFee')

const word = (value: number | bigint) => numberToHex(value, { size: 32 })

type LogContent = Pick<MarketLog, 'topics' | 'data' | 'transactionHash'>

function logAt(blockNumber: number, logIndex: number, content: LogContent): MarketLog {
  const { hash, timestamp } = blockOf(blockNumber)
  return { ...content, blockNumber, logIndex, blockHash: hash, blockTimestamp: timestamp }
}

function betLog(index: number): MarketLog {
  const player = numberToHex((index % PLAYERS) + 1, { size: 20 }) as Address
  const epoch = Math.floor(index / PLAYERS) + 1
  // The fee comes first in its block.
  return logAt(Math.floor(index / BETS_PER_BLOCK) + 1, (index % BETS_PER_BLOCK) + 1, {
    topics: [BET_SIGNATURES[index % 2] ?? FEE_SIGNATURE, word(BigInt(player)), word(epoch)],
    data: word(10n ** 16n + BigInt(index)),
    transactionHash: word(index + 1) as Hash,
  })
}

/** Prices alternate, so every round has a winner. */
function strikeLog(blockNumber: number): MarketLog {
  const epoch = blockNumber / BLOCKS_PER_ROUND
  return logAt(blockNumber, BETS_PER_BLOCK + 1, {
    topics: [STRIKE_SIGNATURE, word(epoch), word(epoch)],
    data: word(600n + BigInt((epoch * 7) % 13)),
    transactionHash: word(blockNumber) as Hash,
  })
}

function feeLog(): MarketLog {
  const transactionHash = word(0) as Hash
  return logAt(1, 0, { topics: [FEE_SIGNATURE, word(0)], data: word(300), transactionHash })
}
