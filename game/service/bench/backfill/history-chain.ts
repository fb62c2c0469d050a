import { predictionAbi } from '@bullring/prediction/prediction-abi'
import type { ContractEventName } from 'viem'
import { getAbiItem, toEventSelector } from 'viem'

/** The contract of the generated history. */
export const PREDICTION = '0x00000000000000000000000000000000000000aa'

/** Each player bets in each round, and 86 of them claim in the next. */
const PLAYERS = 200
const CLAIMS = 86
const BETS_PER_BLOCK = 25
/** Eight blocks of bets, one of claims, and one of the strike. */
const BLOCKS_PER_ROUND = PLAYERS / BETS_PER_BLOCK + 2
/** New blocks without logs: only the old ones are measured. */
const QUIET_BLOCKS = 100

const FIRST_TIMESTAMP = 1_750_000_000

/** Returns how many logs a history of `bets` bets has. */
export function logCount(bets: number): number {
  return 1 + bets + Math.max(roundsOf(bets) - 1, 0) * CLAIMS + roundsOf(bets)
}

/** Returns the block of `eth_getBlockByNumber` as JSON text. */
export function blockJson(tag: string, bets: number): string {
  const newest = roundsOf(bets) * BLOCKS_PER_ROUND + QUIET_BLOCKS
  const number = tag === 'latest' ? newest : Number(tag)
  if (number > newest) return 'null'
  return `{"number":"${hex(number)}","hash":"${hashOf(number)}","parentHash":"${hashOf(number - 1)}","timestamp":"${timeOf(number)}","logsBloom":"${NO_LOGS}"}`
}

/** Returns the logs of `eth_getLogs` as JSON text, with the fields of a real node. */
export function logsJson(from: number, to: number, bets: number): string {
  const logs: string[] = []
  const last = Math.min(to, roundsOf(bets) * BLOCKS_PER_ROUND)
  for (let number = from; number <= last; number += 1) addLogs(logs, number, bets)
  return `[${logs.join(',')}]`
}

const roundsOf = (bets: number) => Math.ceil(bets / PLAYERS)
const topicOf = (name: ContractEventName<typeof predictionAbi>) =>
  toEventSelector(getAbiItem({ abi: predictionAbi, name }))
const BULL = topicOf('BetBull')
const BEAR = topicOf('BetBear')
const CLAIM = topicOf('Claim')
const STRIKE = topicOf('LockRound')
const FEE = topicOf('NewTreasuryFee')

const NO_LOGS = `0x${'0'.repeat(512)}`
const hex = (value: number) => `0x${value.toString(16)}`
const word = (value: number | bigint) => `0x${value.toString(16).padStart(64, '0')}`
const hashOf = (number: number) => word(number + 1)
const timeOf = (number: number) => hex(FIRST_TIMESTAMP + number)

type Log = { topics: readonly string[]; data: string }

function addLogs(texts: string[], number: number, bets: number): void {
  const logs: Log[] = number === 1 ? [{ topics: [FEE, word(0)], data: word(300) }] : []
  const round = Math.floor((number - 1) / BLOCKS_PER_ROUND)
  const place = (number - 1) % BLOCKS_PER_ROUND
  if (place === BLOCKS_PER_ROUND - 1) logs.push(strikeOf(round))
  else if (place === BLOCKS_PER_ROUND - 2) logs.push(...claimsOf(round))
  else logs.push(...betsOf(round, place, bets))
  for (const [index, log] of logs.entries()) texts.push(logJson(number, index, log))
}

/** Prices alternate, so every round has a winner. */
function strikeOf(round: number): Log {
  const price = word(60_000_000_000 + ((round * 7) % 13))
  return { topics: [STRIKE, word(round + 1), word(round + 1)], data: price }
}

function claimsOf(round: number): Log[] {
  return Array.from({ length: round === 0 ? 0 : CLAIMS }, (_, player) => ({
    topics: [CLAIM, word(player + 1), word(round)],
    data: word(10n ** 16n + BigInt(player)),
  }))
}

function betsOf(round: number, place: number, bets: number): Log[] {
  const first = place * BETS_PER_BLOCK
  const count = Math.min(BETS_PER_BLOCK, bets - round * PLAYERS - first)
  return Array.from({ length: Math.max(count, 0) }, (_, index) => ({
    topics: [index % 2 === 0 ? BULL : BEAR, word(first + index + 1), word(round + 1)],
    data: word(10n ** 16n + BigInt(first + index)),
  }))
}

function logJson(block: number, index: number, { topics, data }: Log): string {
  return `{"address":"${PREDICTION}","topics":["${topics.join('","')}"],"data":"${data}","blockHash":"${hashOf(block)}","blockNumber":"${hex(block)}","blockTimestamp":"${timeOf(block)}","transactionHash":"${word(block * 1_000 + index)}","transactionIndex":"${hex(index)}","logIndex":"${hex(index)}","removed":false}`
}
