import type { Bet } from '@bullring/prediction/claim'
import { betResult } from '@bullring/prediction/claim'
import type { Pool } from '@bullring/prediction/payout'
import type { Strike } from '@bullring/prediction/round-state'
import { roundState } from '@bullring/prediction/round-state'
import type { Schedule } from '@bullring/prediction/schedule'
import { roundTimes } from '@bullring/prediction/schedule'
import { toBasisPoints, toEpoch, toPriceE8, toUnixSeconds, toWei } from '@bullring/prediction/units'
import { toBytes } from '@bullring/server/db/bytes'
import fc from 'fast-check'
import type { Address } from 'viem'
import { getAddress, numberToHex } from 'viem'
import type { Database } from '../../db/open-database.ts'
import type { BetRow, ClaimRow, FeeChangeRow, StrikeRow } from '../../db/schema.ts'
import { BULL } from '../../db/schema.ts'

/** Rows of the index after some rounds. */
export type RandomHistory = {
  bets: readonly BetRow[]
  claims: readonly ClaimRow[]
  strikes: readonly StrikeRow[]
  feeChanges: readonly FeeChangeRow[]
  maxPayoutMultiple: number
}

/** A bet that was won or lost according to `game/rules`. */
export type DecidedBet = {
  account: Address
  epoch: number
  amount: bigint
  isWin: boolean
  payout: bigint
}

export const HISTORY_ACCOUNTS: readonly Address[] = [0xa1, 0xb2, 0xc3, 0xd4].map((number) =>
  getAddress(numberToHex(number, { size: 20 })),
)

/** Epochs of a history run from 1 to this. */
export const HISTORY_EPOCHS = 12

const schedule: Schedule = {
  genesisTimestamp: toUnixSeconds(1_000_000),
  intervalSeconds: 300,
  strikeDelay: 0,
}
const strikeTerms = { strikeDelay: schedule.strikeDelay, settlementWindow: 86_400 }

const blockNumber = fc.integer({ min: 1, max: 40 })
const txHash = Buffer.alloc(32)

const bet = fc.record({
  account: fc.constantFrom(...HISTORY_ACCOUNTS).map(toBytes),
  epoch: fc.integer({ min: 1, max: HISTORY_EPOCHS }),
  position: fc.constantFrom(1, 2),
  amount: fc.oneof(fc.bigInt(1n, 9n), fc.bigInt(1n, 10n ** 30n)),
  is_claimed: fc.boolean(),
  block_number: blockNumber,
})

const strike = fc.record({
  epoch: fc.integer({ min: 1, max: HISTORY_EPOCHS + 1 }),
  // Few prices, so that ties are common; null is a void strike.
  price: fc.constantFrom(600n, 600n, 601n, 602n, null),
})

const feeChange = fc.record({
  epoch: fc.integer({ min: 2, max: HISTORY_EPOCHS + 3 }),
  treasury_fee: fc.integer({ min: 0, max: 1_000 }),
  block_number: blockNumber,
})

/** None, V2-like, tight enough to return most stakes, and the preset. */
const maxPayoutMultiple = fc.constantFrom(0, 101, 150, 2_000)

/** Generates rounds of every kind: won, tied, one-sided, void, unsettled, with changing fees. */
export const anyRandomHistory: fc.Arbitrary<RandomHistory> = fc
  .record({
    bets: fc.uniqueArray(bet, {
      selector: ({ account, epoch }) => `${account.toString('hex')} ${epoch}`,
      maxLength: 48,
      size: 'max',
    }),
    strikes: fc.uniqueArray(strike, { selector: ({ epoch }) => epoch, maxLength: 13, size: 'max' }),
    feeChanges: fc.uniqueArray(feeChange, { selector: ({ epoch }) => epoch, maxLength: 5 }),
    maxPayoutMultiple,
  })
  .map(({ bets, strikes, feeChanges, ...terms }) => ({
    ...terms,
    // Log indexes are unique in a block: fees take the odd ones.
    bets: bets.map(({ is_claimed: _, ...row }, index) => ({
      ...row,
      tx_hash: txHash,
      placed_at: 0,
      log_index: index * 2,
    })),
    claims: bets
      .filter((row) => row.is_claimed)
      .map(({ account, epoch, amount }, index) => ({
        account,
        epoch,
        amount,
        tx_hash: txHash,
        block_number: 50,
        log_index: index,
      })),
    strikes: strikes.map((row, index) => ({
      ...row,
      oracle_round_id: BigInt(row.epoch),
      block_number: 45,
      log_index: index,
    })),
    feeChanges: [
      { epoch: 0, treasury_fee: 300, block_number: 0, log_index: 0 },
      ...feeChanges.map((row, index) => ({ ...row, log_index: index * 8 + 1 })),
    ],
  }))

/** Replaces all facts in the database with `history`. */
export async function replaceHistory(db: Database, history: RandomHistory): Promise<void> {
  for (const table of ['bets', 'claims', 'strikes', 'fee_changes'] as const) {
    await db.deleteFrom(table).execute()
  }
  const { bets, claims, strikes, feeChanges } = history
  const market = marketWith(history)
  await db
    .insertInto('market')
    .values(market)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(market))
    .execute()
  await db.insertInto('fee_changes').values(feeChanges).execute()
  if (bets.length > 0) await db.insertInto('bets').values(bets).execute()
  if (claims.length > 0) await db.insertInto('claims').values(claims).execute()
  if (strikes.length > 0) await db.insertInto('strikes').values(strikes).execute()
}

/** Computes every won or lost bet of `history` one by one with `game/rules`. */
export function decidedBetsOf(history: RandomHistory): DecidedBet[] {
  return history.bets.flatMap((row) => decide(history, row) ?? [])
}

function decide(history: RandomHistory, row: BetRow): DecidedBet | null {
  const epoch = toEpoch(row.epoch)
  const times = roundTimes(schedule, epoch)
  const pool = poolOf(history, row.epoch)
  const facts = {
    times,
    pool,
    lock: strikeOf(history, row.epoch),
    close: strikeOf(history, row.epoch + 1),
  }
  const now = toUnixSeconds(times.closeTimestamp + 60)
  const position = row.position === BULL ? 'bull' : 'bear'
  const stake: Bet = { position, amount: toWei(row.amount), isClaimed: false }
  const treasuryFee = toBasisPoints(feeOf(history, row.epoch))
  const { maxPayoutMultiple } = history
  const rules = { treasuryFee, maxPayoutMultiple, isFeeCapped: true }
  const state = roundState(facts, now, strikeTerms)
  const { isWin, claimAmount } = betResult(stake, pool, state, rules)
  if (isWin === null) return null
  const account = HISTORY_ACCOUNTS.find((address) => toBytes(address).equals(row.account)) ?? '0x'
  return { account, epoch: row.epoch, amount: row.amount, isWin, payout: claimAmount }
}

function poolOf({ bets }: RandomHistory, epoch: number): Pool {
  const side = (isBull: boolean) =>
    bets
      .filter((row) => row.epoch === epoch && (row.position === BULL) === isBull)
      .reduce((sum, row) => sum + row.amount, 0n)
  return { bullAmount: toWei(side(true)), bearAmount: toWei(side(false)) }
}

function strikeOf({ strikes }: RandomHistory, epoch: number): Strike {
  const row = strikes.find((candidate) => candidate.epoch === epoch)
  if (row === undefined) return { kind: 'pending' }
  return row.price === null
    ? { kind: 'void' }
    : { kind: 'fixed', price: toPriceE8(row.price), oracleRoundId: row.oracle_round_id }
}

function feeOf({ feeChanges }: RandomHistory, epoch: number): number {
  const known = feeChanges.filter((row) => row.epoch <= epoch)
  return known.reduce((last, row) => (row.epoch > last.epoch ? row : last)).treasury_fee
}

function marketWith({ maxPayoutMultiple: max_payout_multiple }: RandomHistory) {
  const prediction = Buffer.alloc(20)
  const chain = { chain_id: 1, genesis_hash: Buffer.alloc(32), start_block: 0 }
  return { ...chain, prediction, max_payout_multiple }
}
