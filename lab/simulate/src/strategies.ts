import type { Pool } from '@bullring/prediction/payout'
import type { Wei } from '@bullring/prediction/units'
import { toWei } from '@bullring/prediction/units'
import { type BotBet, playRound } from './play-round.ts'
import type { PricedRound } from './price-model.ts'
import { smallerSide } from './recorded-pools.ts'
import type { Rules } from './rules.ts'

/** What a bot sees in the last second before the lock. */
export type View = { pool: Pool; rules: Rules; priced: PricedRound }

/** Decides a bot's bets; none if it stays out of the round. */
export type Strategy = (view: View) => readonly BotBet[]

/** Minimum bet of the presets: 0.001 BNB. */
export const DUST = toWei(10n ** 15n)

/** Stake of the bots whose stake does not follow from the pool: 0.05 BNB, 2.5 % of a mean V2 pool. */
const FIXED_STAKE = toWei(5n * 10n ** 16n)

/** Stakes that `findBestStake` tries: each is 10 % greater than the one before. */
const STAKE_STEP = { times: 11n, by: 10n }

/** Bets the minimum on the smaller side. */
export const snipeWithDust: Strategy = ({ pool }) => [{ position: smallerSide(pool), amount: DUST }]

/** Bets the stake with the greatest expected profit on the smaller side, if both outcomes are equally likely. */
export function createBalancer(): Strategy {
  const stakes = new Map<Pool, Wei | null>()
  return ({ pool, rules }) => {
    const known = stakes.get(pool)
    const amount = known === undefined ? findBestStake(pool, rules) : known
    stakes.set(pool, amount)
    return amount === null ? [] : [{ position: smallerSide(pool), amount }]
  }
}

/** Bets as `strategy` does, each bet split evenly over `accounts` accounts, but never below the minimum. */
export function splitOverAccounts(strategy: Strategy, accounts: bigint): Strategy {
  return (view) => strategy(view).flatMap((bet) => splitBet(bet, accounts))
}

/** Bets the same stake on both sides. */
export const betBothSides: Strategy = () => [
  { position: 'bull', amount: FIXED_STAKE },
  { position: 'bear', amount: FIXED_STAKE },
]

/** Bets on the side that the spot price favours over the newest report, on the chain or not. */
export const lookEarly: Strategy = ({ priced }) => [
  { position: priced.lookedAt, amount: FIXED_STAKE },
]

/** The same, but only in rounds where the newest report has yet to reach the chain. */
export const lookEarlyIfUnderWay: Strategy = (view) =>
  view.priced.isReportUnderWay ? lookEarly(view) : []

/** Finds the stake on the smaller side with the greatest expected profit at even chances; null if none gains. */
export function findBestStake(pool: Pool, rules: Rules): Wei | null {
  const position = smallerSide(pool)
  const largest = pool.bullAmount > pool.bearAmount ? pool.bullAmount : pool.bearAmount
  let best: { amount: Wei | null; profit: bigint } = { amount: null, profit: 0n }
  for (let amount = DUST; amount <= largest; amount = nextStake(amount)) {
    const bets = [{ position, amount }]
    const profit =
      playRound(pool, bets, 'bull', rules).profit + playRound(pool, bets, 'bear', rules).profit
    if (profit > best.profit) best = { amount, profit }
  }
  return best.amount
}

function nextStake(amount: Wei): Wei {
  return toWei((amount * STAKE_STEP.times) / STAKE_STEP.by)
}

function splitBet({ position, amount }: BotBet, accounts: bigint): readonly BotBet[] {
  const affordable = amount / DUST
  const count = affordable < accounts ? affordable : accounts
  if (count < 2n) return [{ position, amount }]
  const share = toWei(amount / count)
  const first = toWei(amount - share * (count - 1n))
  return [first, ...Array.from({ length: Number(count) - 1 }, () => share)].map((part) => ({
    position,
    amount: part,
  }))
}
