import { pancakePredictionAbi } from '@bullring/prediction/pancake-prediction-abi'
import { toBytes } from '@bullring/server/db/bytes'
import type { ContractEventName, Hex } from 'viem'
import { getAbiItem, numberToHex, toEventSelector } from 'viem'
import { BEAR, BULL } from '../../db/schema.ts'
import type { LogReader, LogReaders, MarketLog, MarketRows } from './apply-log.ts'
import { addBet, addClaim, addFeeChange, dataWord, readLog, wordAt } from './apply-log.ts'

const READERS: LogReaders = new Map<Hex | undefined, LogReader>([
  [topicOf('BetBull'), (rows, log) => addBet(rows, log, BULL)],
  [topicOf('BetBear'), (rows, log) => addBet(rows, log, BEAR)],
  [topicOf('Claim'), addClaim],
  [topicOf('StartRound'), addStart],
  [topicOf('LockRound'), addLock],
  [topicOf('EndRound'), (rows, log) => rows.ends.push(priceRow(log))],
  [topicOf('RewardsCalculated'), addRewards],
  [topicOf('NewTreasuryFee'), addFeeChange],
  [topicOf('NewBufferAndIntervalSeconds'), addTimingChange],
  [topicOf('NewOracle'), addOracleChange],
])

/**
 * Adds the rows of a PancakePredictionV2 contract's log. Pauses add nothing: their effect shows in the
 * rounds' own events.
 *
 * @throws {UnreadableLogError} when a known event has an unknown form.
 */
export function applyPancakeLog(rows: MarketRows, log: MarketLog): void {
  readLog(READERS, rows, log)
}

function addStart(rows: MarketRows, log: MarketLog): void {
  rows.starts.push({ epoch: epochOf(log), started_at: log.blockTimestamp, ...placeOf(log) })
}

function addLock(rows: MarketRows, log: MarketLog): void {
  rows.locks.push({ ...priceRow(log), locked_at: log.blockTimestamp })
}

function addRewards(rows: MarketRows, log: MarketLog): void {
  rows.rewards.push({
    epoch: epochOf(log),
    winning_amount: dataWord(log, 0),
    reward_amount: dataWord(log, 1),
    treasury_amount: dataWord(log, 2),
    ...placeOf(log),
  })
}

function addTimingChange(rows: MarketRows, log: MarketLog): void {
  rows.timingChanges.push({
    buffer_seconds: Number(dataWord(log, 0)),
    interval_seconds: Number(dataWord(log, 1)),
    ...placeOf(log),
  })
}

function addOracleChange(rows: MarketRows, log: MarketLog): void {
  rows.oracleChanges.push({
    oracle: toBytes(numberToHex(dataWord(log, 0), { size: 20 })),
    ...placeOf(log),
  })
}

/** The contract accepts any answer of its oracle, even a negative one. */
function priceRow(log: MarketLog) {
  return {
    epoch: epochOf(log),
    price: BigInt.asIntN(256, dataWord(log, 0)),
    oracle_round_id: BigInt(wordAt(log, 2)),
    ...placeOf(log),
  }
}

function epochOf(log: MarketLog): number {
  return Number(wordAt(log, 1))
}

function placeOf(log: MarketLog) {
  return { block_number: log.blockNumber, log_index: log.logIndex }
}

function topicOf(name: ContractEventName<typeof pancakePredictionAbi>): Hex {
  return toEventSelector(getAbiItem({ abi: pancakePredictionAbi, name }))
}
