import { parseEther } from 'viem'
import type { TestChain } from './start-test-chain.ts'

const USD = 100_000_000n
const PHASE = 1n << 64n

/** Price at the lock of `epoch`: consecutive prices differ, so every round has a winner. */
function priceAt(epoch: number): bigint {
  return (600n + BigInt((epoch * 7) % 13)) * USD
}

function sideOf(trader: number, epoch: number): 'bull' | 'bear' {
  return (trader + epoch) % 2 === 0 ? 'bull' : 'bear'
}

/** Returns the id of the oracle round that settles the strike of `epoch` after `playRound`. */
export function settlingRoundId(epoch: number): bigint {
  return PHASE + BigInt(epoch) + 1n
}

/**
 * Plays round `epoch`: every trader bets, the clock jumps to the lock, the oracle answers.
 * Rounds must be played in order, from 1.
 */
export async function playRound(chain: TestChain, epoch: number): Promise<void> {
  const { genesisTimestamp, intervalSeconds } = chain.schedule
  if (epoch === 1) await chain.push(priceAt(0), genesisTimestamp + 10)
  for (const [index, trader] of chain.traders.entries()) {
    await chain.bet(trader, epoch, sideOf(index, epoch), parseEther(`${index + 1}`))
  }
  await chain.push(priceAt(epoch), genesisTimestamp + epoch * intervalSeconds)
}

/** Settles the strike of `epoch` and claims for the winners of the round before it. */
export async function settleAndClaim(chain: TestChain, epoch: number): Promise<void> {
  await chain.settle(epoch, settlingRoundId(epoch))
  const round = epoch - 1
  if (round < 1) return
  const winner = priceAt(epoch) > priceAt(round) ? 'bull' : 'bear'
  for (const [index, trader] of chain.traders.entries()) {
    if (sideOf(index, round) === winner) await chain.claim(trader, [round])
  }
}
