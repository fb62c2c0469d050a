import { predictionAbi } from '@bullring/prediction/prediction-abi'
import type { ContractEventName, Hash, Hex } from 'viem'
import { getAbiItem, toEventSelector } from 'viem'
import type {
  BetRow,
  ClaimRow,
  FeeChangeRow,
  OracleChangeRow,
  RoundEndRow,
  RoundLockRow,
  RoundRewardsRow,
  RoundStartRow,
  StrikeRow,
  TimingChangeRow,
} from '../../db/schema.ts'
import { BEAR, BULL } from '../../db/schema.ts'
import { UnreadableLogError } from '../errors.ts'

/** A log of the market's contract, with its block's time. */
export type MarketLog = {
  topics: readonly Hex[]
  data: Hex
  blockNumber: number
  blockHash: Hash
  blockTimestamp: number
  logIndex: number
  transactionHash: Hash
}

/** A row with the hex text of its log in place of bytes, which a backfill would only convert back. */
type LogRow<row> = Omit<row, 'account' | 'tx_hash'> & { account: Hex; tx_hash: Hex }

/** Rows that some blocks add to the index. */
export type MarketRows = {
  bets: LogRow<BetRow>[]
  claims: LogRow<ClaimRow>[]
  strikes: StrikeRow[]
  feeChanges: FeeChangeRow[]
  /** The six below are only filled for a `pancake-v2` market, which has no strikes. */
  starts: RoundStartRow[]
  locks: RoundLockRow[]
  ends: RoundEndRow[]
  rewards: RoundRewardsRow[]
  timingChanges: TimingChangeRow[]
  oracleChanges: OracleChangeRow[]
}

/** Adds the rows of one log. */
export type LogReader = (rows: MarketRows, log: MarketLog) => void

/** Log readers by first topic. */
export type LogReaders = ReadonlyMap<Hex | undefined, LogReader>

// These events have at most two indexed words and one word of data. Slicing them is ten times faster
// than a general decoder, which matters when a million bets are indexed.
// EndRound and RewardsCalculated add nothing: the close of a round is the lock of the next.
const READERS: LogReaders = new Map<Hex | undefined, LogReader>([
  [topicOf('BetBull'), (rows, log) => addBet(rows, log, BULL)],
  [topicOf('BetBear'), (rows, log) => addBet(rows, log, BEAR)],
  [topicOf('Claim'), addClaim],
  [topicOf('LockRound'), (rows, log) => addStrike(rows, log, dataWord(log, 0))],
  [topicOf('StrikeVoided'), (rows, log) => addStrike(rows, log, null)],
  [topicOf('NewTreasuryFee'), addFeeChange],
])

/** Creates an empty collection of rows. */
export function noRows(): MarketRows {
  return {
    bets: [],
    claims: [],
    strikes: [],
    feeChanges: [],
    starts: [],
    locks: [],
    ends: [],
    rewards: [],
    timingChanges: [],
    oracleChanges: [],
  }
}

/** Returns the rows of all logs. */
export function rowsOf(logs: readonly MarketLog[], applyLog: LogReader): MarketRows {
  const rows = noRows()
  for (const log of logs) applyLog(rows, log)
  return rows
}

/**
 * Adds the rows of a bullring market's log. Logs that the index does not need add nothing.
 *
 * @throws {UnreadableLogError} when a known event has an unknown form.
 */
export function applyLog(rows: MarketRows, log: MarketLog): void {
  readLog(READERS, rows, log)
}

/**
 * Adds the rows of `log` with the reader of its event.
 *
 * @throws {UnreadableLogError} when a known event has an unknown form.
 */
export function readLog(readers: LogReaders, rows: MarketRows, log: MarketLog): void {
  const reader = readers.get(log.topics[0])
  if (reader === undefined) return
  try {
    reader(rows, log)
  } catch (cause) {
    throw new UnreadableLogError({ cause })
  }
}

/** Reads BetBull and BetBear. */
export function addBet(rows: MarketRows, log: MarketLog, position: number): void {
  rows.bets.push({
    account: accountAt(log, 1),
    epoch: Number(wordAt(log, 2)),
    position,
    amount: dataWord(log, 0),
    tx_hash: transactionOf(log),
    placed_at: log.blockTimestamp,
    block_number: log.blockNumber,
    log_index: log.logIndex,
  })
}

/** Reads Claim. */
export function addClaim(rows: MarketRows, log: MarketLog): void {
  rows.claims.push({
    account: accountAt(log, 1),
    epoch: Number(wordAt(log, 2)),
    amount: dataWord(log, 0),
    tx_hash: transactionOf(log),
    block_number: log.blockNumber,
    log_index: log.logIndex,
  })
}

function addStrike(rows: MarketRows, log: MarketLog, price: bigint | null): void {
  rows.strikes.push({
    epoch: Number(wordAt(log, 1)),
    price,
    oracle_round_id: BigInt(wordAt(log, 2)),
    block_number: log.blockNumber,
    log_index: log.logIndex,
  })
}

/** Reads NewTreasuryFee. */
export function addFeeChange(rows: MarketRows, log: MarketLog): void {
  rows.feeChanges.push({
    epoch: Number(wordAt(log, 1)),
    treasury_fee: Number(dataWord(log, 0)),
    block_number: log.blockNumber,
    log_index: log.logIndex,
  })
}

/** Returns an indexed word of a log; the event's signature is word 0. */
export function wordAt(log: MarketLog, index: number): Hex {
  const word = log.topics[index]
  if (word?.length !== 66) throw new RangeError(`no indexed word ${index}`)
  return word
}

/** Returns a word of a log's data. */
export function dataWord(log: MarketLog, index: number): bigint {
  const digits = log.data.slice(2 + index * 64, 66 + index * 64)
  if (digits.length !== 64) throw new RangeError(`no word ${index} of data`)
  return BigInt(`0x${digits}`)
}

function transactionOf({ transactionHash }: MarketLog): Hex {
  if (transactionHash.length !== 66) throw new RangeError('no transaction hash')
  return transactionHash
}

/** Addresses are the last 20 bytes of their word. */
function accountAt(log: MarketLog, index: number): Hex {
  return `0x${wordAt(log, index).slice(26)}`
}

function topicOf(name: ContractEventName<typeof predictionAbi>): Hex {
  return toEventSelector(getAbiItem({ abi: predictionAbi, name }))
}
