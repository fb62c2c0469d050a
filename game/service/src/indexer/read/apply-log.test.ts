import { predictionAbi } from '@bullring/prediction/prediction-abi'
import fc from 'fast-check'
import type { Address, Hex } from 'viem'
import {
  decodeEventLog,
  encodeAbiParameters,
  encodeEventTopics,
  getAddress,
  numberToHex,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { BEAR, BULL } from '../../db/schema.ts'
import { UnreadableLogError } from '../errors.ts'
import type { MarketLog } from './apply-log.ts'
import { applyLog, noRows } from './apply-log.ts'

const ALICE: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const TX: Hex = `0x${'12'.repeat(32)}`
const place = { block_number: 7, log_index: 3 }

function log(topics: readonly unknown[], data: Hex): MarketLog {
  return {
    topics: topics as Hex[],
    data,
    blockNumber: 7,
    blockHash: `0x${'ff'.repeat(32)}`,
    blockTimestamp: 1_700,
    logIndex: 3,
    transactionHash: TX,
  }
}

function word(type: 'uint256' | 'int256', value: bigint): Hex {
  return encodeAbiParameters([{ type }], [value])
}

function rowsOf(entry: MarketLog) {
  const rows = noRows()
  applyLog(rows, entry)
  return rows
}

describe('applyLog', () => {
  test.each([
    ['BetBull', BULL],
    ['BetBear', BEAR],
  ] as const)('turns %s into a bet', (eventName, position) => {
    const topics = encodeEventTopics({
      abi: predictionAbi,
      eventName,
      args: { sender: ALICE, epoch: 5n },
    })
    const amount = 123_456_789_012_345_678_901n
    expect(rowsOf(log(topics, word('uint256', amount)))).toEqual({
      ...noRows(),
      bets: [
        {
          ...place,
          account: ALICE.toLowerCase(),
          epoch: 5,
          position,
          amount,
          tx_hash: TX,
          placed_at: 1_700,
        },
      ],
    })
  })

  test('turns Claim into a claim', () => {
    const topics = encodeEventTopics({
      abi: predictionAbi,
      eventName: 'Claim',
      args: { sender: ALICE, epoch: 5n },
    })
    expect(rowsOf(log(topics, word('uint256', 9n))).claims).toEqual([
      {
        ...place,
        account: ALICE.toLowerCase(),
        epoch: 5,
        amount: 9n,
        tx_hash: TX,
      },
    ])
  })

  test('turns LockRound into a strike with a price, also for ids above 2^64', () => {
    const roundId = (1n << 64n) | 77n
    const topics = encodeEventTopics({
      abi: predictionAbi,
      eventName: 'LockRound',
      args: { epoch: 5n, roundId },
    })
    expect(rowsOf(log(topics, word('int256', 61_234_000_000n))).strikes).toEqual([
      { ...place, epoch: 5, price: 61_234_000_000n, oracle_round_id: roundId },
    ])
  })

  test('turns StrikeVoided into a strike without a price', () => {
    const topics = encodeEventTopics({
      abi: predictionAbi,
      eventName: 'StrikeVoided',
      args: { epoch: 5n, roundId: 8n },
    })
    expect(rowsOf(log(topics, '0x')).strikes).toEqual([
      { ...place, epoch: 5, price: null, oracle_round_id: 8n },
    ])
  })

  test('turns NewTreasuryFee into a fee change', () => {
    const topics = encodeEventTopics({
      abi: predictionAbi,
      eventName: 'NewTreasuryFee',
      args: { epoch: 9n },
    })
    expect(rowsOf(log(topics, word('uint256', 300n))).feeChanges).toEqual([
      { ...place, epoch: 9, treasury_fee: 300 },
    ])
  })

  test('ignores redundant and unknown events and logs without topics', () => {
    const endRound = encodeEventTopics({
      abi: predictionAbi,
      eventName: 'EndRound',
      args: { epoch: 4n, roundId: 8n },
    })
    expect(rowsOf(log(endRound, word('int256', 1n)))).toEqual(noRows())
    expect(rowsOf(log([`0x${'77'.repeat(32)}`], '0x'))).toEqual(noRows())
    expect(rowsOf(log([], '0x'))).toEqual(noRows())
  })

  test('error: rejects a known event in an unknown form', () => {
    const [signature] = encodeEventTopics({ abi: predictionAbi, eventName: 'BetBull' })
    expect(() => rowsOf(log([signature], '0x'))).toThrow(UnreadableLogError)
    const claim = { eventName: 'Claim', args: { sender: ALICE, epoch: 3n } } as const
    const topics = encodeEventTopics({ abi: predictionAbi, ...claim })
    expect(() => rowsOf(log(topics, `0x${'01'.repeat(16)}`))).toThrow(UnreadableLogError)
  })

  const uint = (bits: number) => fc.bigInt({ min: 0n, max: (1n << BigInt(bits)) - 1n })
  const event = fc.record({
    eventName: fc.constantFrom('BetBull' as const, 'BetBear', 'Claim', 'LockRound'),
    sender: uint(160).map((value) => getAddress(numberToHex(value, { size: 20 }))),
    epoch: uint(53),
    roundId: uint(80),
    value: uint(255),
  })

  test('property: reads what the decoder of viem reads', () => {
    fc.assert(
      fc.property(event, ({ eventName, sender, epoch, roundId, value }) => {
        const args = eventName === 'LockRound' ? { epoch, roundId } : { sender, epoch }
        const topics = encodeEventTopics({ abi: predictionAbi, eventName, args } as never)
        const entry = log(topics, word('uint256', value))
        const decoded = decodeEventLog({
          abi: predictionAbi,
          topics: topics as [Hex, ...Hex[]],
          data: entry.data,
        })
        const { bets, claims, strikes } = rowsOf(entry)
        const read = [
          ...[...bets, ...claims].map((row) => ({
            sender: getAddress(row.account),
            epoch: BigInt(row.epoch),
            amount: row.amount,
          })),
          ...strikes.map((row) => ({
            epoch: BigInt(row.epoch),
            roundId: row.oracle_round_id,
            price: row.price,
          })),
        ]
        expect(read).toEqual([decoded.args])
        expect(bets.map(({ position }) => position)).toEqual(
          { BetBull: [BULL], BetBear: [BEAR], Claim: [], LockRound: [] }[eventName],
        )
      }),
    )
  })
})
