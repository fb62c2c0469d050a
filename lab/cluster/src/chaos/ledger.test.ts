import { toEpoch, toPriceE8, toUnixSeconds } from '@bullring/prediction/units'
import { beforeEach, describe, expect, test } from 'vitest'
import { Ledger } from './ledger.ts'

const GENESIS = 1_000_000
const [ALICE, BOB] = ['0xa', '0xb'] as const
const LATER = toUnixSeconds(GENESIS + 10_000)
const epoch = toEpoch(1)

let ledger: Ledger

beforeEach(() => {
  ledger = new Ledger({
    schedule: {
      genesisTimestamp: toUnixSeconds(GENESIS),
      intervalSeconds: 300,
      strikeDelay: 5,
    },
    maxOracleDelay: 300,
    settlementWindow: 86_400,
    treasuryFee: 300,
    maxPayoutMultiple: 0,
  })
  ledger.addBet({ account: ALICE, epoch, position: 'bull', amount: 100n, hash: '0x1', block: 10 })
  ledger.addBet({ account: BOB, epoch, position: 'bear', amount: 100n, hash: '0x2', block: 11 })
})

function answer(id: bigint, price: bigint, second: number, block: number): void {
  const updatedAt = toUnixSeconds(GENESIS + second)
  ledger.addAnswer({ id, price: toPriceE8(price), updatedAt, block })
}

function payouts(): bigint[] {
  return ledger.bets.map((bet) => ledger.payoutOf(bet, LATER))
}

describe('Ledger', () => {
  test('pays the winners of a decided round', () => {
    answer(1n, 600n, 306, 12)
    answer(2n, 610n, 605, 13)
    expect(ledger.strikeOf(epoch)).toEqual({ kind: 'fixed', price: 600n, oracleRoundId: 1n })
    expect(payouts()).toEqual([194n, 0n])
  })

  test('returns the stakes when the first answer since the strike came too late', () => {
    answer(1n, 600n, 606, 12)
    answer(2n, 610n, 607, 13)
    expect(ledger.strikeOf(epoch)).toEqual({ kind: 'void' })
    expect(payouts()).toEqual([100n, 100n])
  })

  test('forgets what a reorg undid: bets, answers and claims', () => {
    answer(1n, 600n, 306, 12)
    answer(2n, 610n, 605, 13)
    ledger.addClaim(ALICE, [epoch], 14)
    ledger.undoAbove(13)
    expect(ledger.betOf(ALICE, epoch)?.claimedAt).toBe(null)
    ledger.undoAbove(10)
    expect(ledger.bets.map(({ account }) => account)).toEqual([ALICE])
    expect(ledger.poolOf(epoch)).toEqual({ bullAmount: 100n, bearAmount: 0n })
    expect(ledger.strikeOf(epoch)).toEqual({ kind: 'pending' })
    expect(ledger.undone).toBe(4)
  })
})
