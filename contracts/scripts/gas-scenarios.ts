import type { Address } from 'viem'
import type { MeasuredMarket, Side } from './measured-market.ts'
import { MAX_ORACLE_DELAY } from './measured-market.ts'

/** Two players, who have not bet yet when a scenario starts, and some more. */
export type Players = { winner: Address; loser: Address; others: readonly [Address, Address] }

/** Prepares a fresh market and resolves to the gas of its last call. */
export type Scenario = (market: MeasuredMarket, players: Players) => Promise<bigint>

/** First settlement of a steady state: by then there are two decided rounds and fees in the treasury. */
const STEADY_EPOCH = 4n

/** First bet of a round, from somebody who never bet before. */
export const firstBet: Scenario = (market, { winner }) => market.bet(winner, 'bull', 1n)

/** A bet on a round with bets on both sides, from somebody who bet in the round before. */
export const laterBet =
  (side: Side): Scenario =>
  async (market, { winner, others: [bull, bear] }) => {
    await market.bet(winner, 'bull', 1n)
    await market.bet(bull, 'bull', 2n)
    await market.bet(bear, 'bear', 2n)
    return market.bet(winner, side, 2n)
  }

/** Settlement that decides a round with bets, with the oracle's newest round. */
export const settleNewest: Scenario = async (market, players) => {
  const id = await playUpTo(STEADY_EPOCH, market, players)
  return market.settle(STEADY_EPOCH, id)
}

/** Same as `settleNewest`, after the oracle has gone on for a while. */
export const settleOlder: Scenario = async (market, players) => {
  const id = await playUpTo(STEADY_EPOCH, market, players)
  await answerThrice(market)
  return market.settle(STEADY_EPOCH, id)
}

/** Same as `settleNewest`, without telling the oracle round. */
export const executeNewest: Scenario = async (market, players) => {
  await playUpTo(STEADY_EPOCH, market, players)
  return market.executeRound()
}

/** Same as `executeNewest`, with the oracle round three steps back. */
export const executeOlder: Scenario = async (market, players) => {
  await playUpTo(STEADY_EPOCH, market, players)
  await answerThrice(market)
  return market.executeRound()
}

/** Collects `count` won rounds, `stride` epochs apart: neighbours share a strike. */
export const claimWon =
  (count: number, stride: number): Scenario =>
  async (market, { winner, loser }) => {
    const epochs = Array.from({ length: count }, (_, index) => BigInt(index * stride + 1))
    const last = BigInt((count - 1) * stride + 2)
    for (let epoch = 1n; epoch <= last; epoch += 1n) {
      if (epochs.includes(epoch)) await betBothSides(market, winner, loser, epoch)
      await market.settle(epoch, await market.answer(epoch, epoch))
    }
    return market.claim(winner, epochs)
  }

/** Both strikes of the round missed their windows. */
export const refundUnsettled: Scenario = async (market, { winner, loser }) => {
  await betBothSides(market, winner, loser, 1n)
  market.moveBehindWindow(2n)
  return market.claim(winner, [1n])
}

/** Nobody bet on the other side. */
export const refundOneSided: Scenario = async (market, { winner, others }) => {
  await market.bet(winner, 'bull', 1n)
  await market.bet(others[0], 'bull', 1n)
  market.moveToLock(1n)
  return market.claim(winner, [1n])
}

/** The oracle was late for the lock of the round, and its close is not due yet. */
export const refundVoidLock: Scenario = async (market, { winner, loser }) => {
  await betBothSides(market, winner, loser, 1n)
  await market.settle(1n, await market.answer(1n, 1n, MAX_ORACLE_DELAY + 1n))
  return market.claim(winner, [1n])
}

/** The oracle was late for the close of the round. */
export const refundVoidClose: Scenario = async (market, { winner, loser }) => {
  await betBothSides(market, winner, loser, 1n)
  await market.settle(1n, await market.answer(1n, 1n))
  await market.settle(2n, await market.answer(2n, 1n, MAX_ORACLE_DELAY + 1n))
  return market.claim(winner, [1n])
}

/** The price did not move. */
export const refundTie: Scenario = async (market, { winner, loser }) => {
  await betBothSides(market, winner, loser, 1n)
  await market.settle(1n, await market.answer(1n, 1n))
  await market.settle(2n, await market.answer(2n, 1n))
  return market.claim(winner, [1n])
}

/** Plays rounds with bets on both sides and settles all strikes but the last, whose oracle round it resolves to. */
async function playUpTo(
  epoch: bigint,
  market: MeasuredMarket,
  { winner, loser }: Players,
): Promise<bigint> {
  for (let played = 1n; played < epoch; played += 1n) {
    await betBothSides(market, winner, loser, played)
    await market.settle(played, await market.answer(played, played))
  }
  await betBothSides(market, winner, loser, epoch)
  return market.answer(epoch, epoch)
}

async function betBothSides(
  market: MeasuredMarket,
  bull: Address,
  bear: Address,
  epoch: bigint,
): Promise<void> {
  await market.bet(bull, 'bull', epoch)
  await market.bet(bear, 'bear', epoch)
}

async function answerThrice(market: MeasuredMarket): Promise<void> {
  for (const price of [1n, 2n, 3n]) await market.answer(STEADY_EPOCH, price)
}
