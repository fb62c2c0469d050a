import type { OracleRound } from '@bullring/prediction/oracle-round'
import { toBasisPoints, toEpoch, toPriceE8, toUnixSeconds, toWei } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import type { Round } from '#api/round/round.ts'
import type { RoundEvidence, StrikeEvidence } from '#chain/contract/round-evidence.ts'
import { deriveProof } from './derive-proof.ts'

const BNB = 10n ** 18n
const LOCK = 1_000 + 8 * 300
const CLOSE = LOCK + 300
const LOCK_PRICE = 86_000_000_000n
const CLOSE_PRICE = 86_100_000_000n

function oracleRound(id: bigint, price: bigint, updatedAt: number): OracleRound {
  return { id, price: toPriceE8(price), updatedAt: toUnixSeconds(updatedAt) }
}

/** A strike settled by an answer `delay` seconds after its due time. */
function strike(id: bigint, price: bigint, due: number, delay = 2): StrikeEvidence {
  return {
    state: 'fixed',
    price: toPriceE8(price),
    oracleRoundId: id,
    settling: oracleRound(id, price, due + delay),
    before: oracleRound(id - 1n, price + 1n, due - 1),
  }
}

function evidence(changes: Partial<RoundEvidence> = {}): RoundEvidence {
  return {
    blockNumber: 99n,
    blockTimestamp: toUnixSeconds(CLOSE + 60),
    terms: {
      oracle: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512',
      genesisTimestamp: toUnixSeconds(1_000),
      intervalSeconds: 300,
      strikeDelay: 0,
      maxOracleDelay: 60,
      settlementWindow: 3_600,
      maxPayoutMultiple: 0,
    },
    pool: { bullAmount: toWei(BNB), bearAmount: toWei(2n * BNB) },
    treasuryFee: toBasisPoints(300n),
    lock: strike(7n, LOCK_PRICE, LOCK),
    close: strike(9n, CLOSE_PRICE, CLOSE),
    ...changes,
  }
}

/** The round that matches `evidence()`. */
function shown(changes: Partial<Round> = {}): Round {
  return {
    epoch: toEpoch(8),
    times: {
      startTimestamp: toUnixSeconds(LOCK - 300),
      lockTimestamp: toUnixSeconds(LOCK),
      closeTimestamp: toUnixSeconds(CLOSE),
    },
    lockPrice: toPriceE8(LOCK_PRICE),
    closePrice: toPriceE8(CLOSE_PRICE),
    priceChange: toPriceE8(CLOSE_PRICE - LOCK_PRICE),
    pool: { bullAmount: toWei(BNB), bearAmount: toWei(2n * BNB) },
    pot: toWei(3n * BNB),
    multiples: { bull: 2.91, bear: 1.455 },
    treasuryFee: toBasisPoints(300n),
    state: { kind: 'settled', winner: 'bull' },
    lockOracleId: 7n,
    closeOracleId: 9n,
    ...changes,
  }
}

/** Names of the steps that are not proven. */
function unproven(proof: ReturnType<typeof deriveProof>) {
  const { isProven: _, ...steps } = proof
  return Object.entries(steps).flatMap(([name, { isProven }]) => (isProven ? [] : name))
}

describe('deriveProof', () => {
  test('proves a matching round and returns its numbers', () => {
    const proof = deriveProof(evidence(), shown())
    expect(unproven(proof)).toEqual([])
    expect(proof.isProven).toBe(true)
    expect(proof.times.derived.lockTimestamp).toBe(LOCK)
    expect(proof.lock.verdict).toBe('first')
    expect(proof.result.state).toEqual({ kind: 'settled', winner: 'bull' })
    expect(proof.payout.split?.treasuryAmount).toBe((3n * BNB * 3n) / 100n)
    expect(proof.payout.multiples).toEqual({ bull: 2.91, bear: 1.455 })
  })

  test('accepts an answer at the second of the lock and none before', () => {
    const exact = evidence({ lock: strike(7n, LOCK_PRICE, LOCK, 0) })
    expect(deriveProof(exact, shown()).lock.verdict).toBe('first')
    const early = evidence({ lock: strike(7n, LOCK_PRICE, LOCK, -1) })
    expect(deriveProof(early, shown()).lock.verdict).toBe('wrong')
  })

  test.each<[string, Partial<StrikeEvidence>]>([
    [
      'the previous oracle round is not before the due time',
      { before: oracleRound(8n, 1n, CLOSE) },
    ],
    ['the previous oracle round is missing', { before: null }],
    ['the feed does not have the oracle round', { settling: null }],
    ['the feed reports another price', { settling: oracleRound(9n, CLOSE_PRICE + 1n, CLOSE + 2) }],
    ['the answer came too late to count', { settling: oracleRound(9n, CLOSE_PRICE, CLOSE + 61) }],
    ['the contract voids a valid answer', { state: 'void' }],
  ])('error: %s', (_, change) => {
    const close = { ...strike(9n, CLOSE_PRICE, CLOSE), ...change }
    const proof = deriveProof(evidence({ close }), shown())
    expect(proof.close.verdict).toBe('wrong')
    expect(unproven(proof)).toEqual(['close', 'result'])
    expect(proof.isProven).toBe(false)
  })

  test.each<[string, Partial<Round>, string]>([
    ['lock price', { lockPrice: toPriceE8(LOCK_PRICE + 1n) }, 'lock'],
    ['pool', { pool: { bullAmount: toWei(BNB), bearAmount: toWei(BNB) } }, 'pool'],
    ['winner', { state: { kind: 'settled', winner: 'bear' } }, 'result'],
    ['multiple', { multiples: { bull: 3, bear: 1.455 } }, 'payout'],
    ['fee', { treasuryFee: toBasisPoints(200n) }, 'payout'],
  ])('error: detects a wrong %s', (_, change, step) => {
    expect(unproven(deriveProof(evidence(), shown(change)))).toEqual([step])
  })

  test('error: detects wrong times', () => {
    const { times } = shown()
    const change = { times: { ...times, lockTimestamp: toUnixSeconds(LOCK + 1) } }
    expect(unproven(deriveProof(evidence(), shown(change)))).toEqual(['times'])
  })

  test('proves the refund of a tie, a one-sided round and rounds without a price', () => {
    const tie = deriveProof(
      evidence({ close: strike(9n, LOCK_PRICE, CLOSE) }),
      shown({ closePrice: toPriceE8(LOCK_PRICE), state: { kind: 'refund', reason: 'tie' } }),
    )
    expect([tie.isProven, tie.payout.split]).toEqual([true, null])

    const pool = { bullAmount: toWei(BNB), bearAmount: toWei(0n) }
    const oneSided = deriveProof(
      evidence({ pool }),
      shown({ pool, state: { kind: 'refund', reason: 'one-sided' } }),
    )
    expect(oneSided.isProven).toBe(true)

    const late: StrikeEvidence = { ...strike(9n, CLOSE_PRICE, CLOSE, 61), state: 'void' }
    const noPrice = shown({ closePrice: null, state: { kind: 'refund', reason: 'no-price' } })
    const voided = deriveProof(evidence({ close: late }), noPrice)
    expect([voided.isProven, voided.close.verdict]).toEqual([true, 'late'])

    const unsettled: StrikeEvidence = {
      state: 'pending',
      price: toPriceE8(0n),
      oracleRoundId: 0n,
      settling: null,
      before: null,
    }
    const blockTimestamp = toUnixSeconds(CLOSE + 3_601)
    const missed = deriveProof(evidence({ close: unsettled, blockTimestamp }), noPrice)
    expect([missed.isProven, missed.close.verdict]).toEqual([true, 'unsettled'])
    expect(deriveProof(evidence({ close: unsettled }), noPrice).close.verdict).toBe('pending')
  })

  describe('with a strike delay', () => {
    const { terms } = evidence()
    const delayed = evidence({
      terms: { ...terms, strikeDelay: 10 },
      lock: strike(7n, LOCK_PRICE, LOCK + 10),
      close: strike(9n, CLOSE_PRICE, CLOSE + 10),
    })

    test('proves the first answers at or after lock and close plus the delay', () => {
      const proof = deriveProof(delayed, shown())
      expect(unproven(proof)).toEqual([])
      expect([proof.lock.due, proof.close.due]).toEqual([LOCK + 10, CLOSE + 10])
    })

    test('error: detects an answer from before the delay was over', () => {
      const lock = strike(7n, LOCK_PRICE, LOCK)
      expect(deriveProof({ ...delayed, lock }, shown()).lock.verdict).toBe('wrong')
    })
  })

  describe('with matched stakes', () => {
    const { terms } = evidence()
    // 0.001 BNB on UP can win 0.019 of the 2 BNB on DOWN. The fee is 3 % of 0.02 BNB.
    const pool = { bullAmount: toWei(BNB / 1_000n), bearAmount: toWei(2n * BNB) }
    const thin = evidence({ terms: { ...terms, maxPayoutMultiple: 2_000 }, pool })
    const thinShown = (change: Partial<Round> = {}) =>
      shown({ pool, multiples: { bull: 19.4, bear: 1 }, ...change })

    test('proves payout, fee and what comes back', () => {
      const proof = deriveProof(thin, thinShown())
      expect(unproven(proof)).toEqual([])
      expect(proof.payout.split).toEqual({
        winningAmount: BNB / 1_000n,
        losingAmount: 2n * BNB,
        rewardAmount: (194n * BNB) / 10_000n,
        treasuryAmount: (6n * BNB) / 10_000n,
        returnedAmount: (1_981n * BNB) / 1_000n,
      })
      // The fee takes all that DOWN could win, and no more.
      expect(proof.payout.splits.bear.rewardAmount).toBe(2n * BNB)
    })

    test('error: detects multiples that ignore the limit or the fee cap', () => {
      const noLimit = thinShown({ multiples: { bull: 1_940.97, bear: 1 } })
      expect(unproven(deriveProof(thin, noLimit))).toEqual(['payout'])
      const noFeeCap = thinShown({ multiples: { bull: 19.4, bear: 0.9704 } })
      expect(unproven(deriveProof(thin, noFeeCap))).toEqual(['payout'])
    })
  })
})
