import { randomInteger } from '@bullring/stack/replay/random'
import { parseEther } from 'viem'
import { settlingRoundId } from './play-rounds.ts'
import type { TestChain } from './start-test-chain.ts'

const USD = 100_000_000n

/** Waits for a transaction that the contract may refuse. */
export async function attempt(transaction: Promise<unknown>): Promise<void> {
  try {
    await transaction
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('Reverted'))) throw error
  }
}

/**
 * Plays round `epoch` with random bets, claims and changes of the fee, some of which a reorg undoes. Rounds must be played
 * in order, from 1.
 */
export async function playAtRandom(
  chain: TestChain,
  epoch: number,
  random: () => number,
): Promise<void> {
  const { genesisTimestamp, intervalSeconds } = chain.schedule
  const price = () => BigInt(randomInteger(random, 500, 700)) * USD
  const bet = async (trader: TestChain['traders'][number]) => {
    const amount = parseEther(`${randomInteger(random, 1, 9) / 10}`)
    await attempt(chain.bet(trader, epoch, random() < 0.5 ? 'bull' : 'bear', amount))
  }
  const claim = async (trader: TestChain['traders'][number]) => {
    const oldest = Math.max(epoch - randomInteger(random, 1, 5), 1)
    await attempt(chain.claim(trader, [oldest]))
  }
  /** Acts, and sometimes leaves the chain without it: an equal transaction would not be mined again. */
  const act = async (action: Promise<unknown>) => {
    await action
    if (random() < 0.2) await chain.rpc('anvil_reorg', [1, []])
  }

  if (epoch === 1) await chain.push(price(), genesisTimestamp + 10)
  for (const trader of chain.traders) await act(bet(trader))
  await chain.push(price(), genesisTimestamp + epoch * intervalSeconds)
  await chain.settle(epoch, settlingRoundId(epoch))
  for (const trader of chain.traders) if (random() < 0.7) await act(claim(trader))
  if (random() < 0.2) await act(attempt(chain.setFee(randomInteger(random, 0, 1_000))))
  if (random() < 0.5) await chain.mine(randomInteger(random, 1, 4))
}
