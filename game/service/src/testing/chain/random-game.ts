import type { Position } from '@bullring/prediction/payout'
import { strikeTime } from '@bullring/prediction/schedule'
import { toEpoch } from '@bullring/prediction/units'
import fc from 'fast-check'
import type { TestChain } from './start-test-chain.ts'

/** Rounds of a random game. */
export const GAME_ROUNDS = 6

const TRADERS = 4
const PHASE = 1n << 64n
const FEE_NOTICE = 2

type GameRound = {
  bets: readonly { trader: number; position: Position; amount: bigint }[]
  /** Oracle's answer to the strike of the round; null for one that comes too late. */
  price: bigint | null
  /** Fee that the owner announces while the round is open. */
  fee: number | null
}

/** Terms of a contract and everything that happens in its first rounds. */
export type RandomGame = {
  strikeDelay: number
  maxPayoutMultiple: number
  rounds: readonly GameRound[]
}

const amount = fc.oneof(fc.bigInt(10n ** 15n, 10n ** 15n + 9n), fc.bigInt(10n ** 15n, 10n ** 19n))

const round: fc.Arbitrary<GameRound> = fc.record({
  bets: fc.uniqueArray(
    fc.record({
      trader: fc.nat({ max: TRADERS - 1 }),
      position: fc.constantFrom('bull' as const, 'bear' as const),
      amount,
    }),
    { selector: ({ trader }) => trader, maxLength: TRADERS, size: 'max' },
  ),
  // Few prices, so that ties occur.
  price: fc.option(fc.bigInt(600n, 604n), { freq: 8 }),
  fee: fc.option(fc.nat({ max: 1_000 }), { freq: 1 }),
})

/** Generates games with dust on one side, ties, late answers and changing fees. */
export const anyRandomGame: fc.Arbitrary<RandomGame> = fc.record({
  strikeDelay: fc.constantFrom(0, 10),
  maxPayoutMultiple: fc.constantFrom(0, 101, 150, 2_000),
  rounds: fc.array(round, { minLength: GAME_ROUNDS, maxLength: GAME_ROUNDS }),
})

type Answer = { id: bigint; at: number }

/** Plays all rounds of `game`, from the first bet to the answer of the last strike; settles nothing. */
export async function playGame(chain: TestChain, game: RandomGame): Promise<Answer[]> {
  const { genesisTimestamp, intervalSeconds } = chain.schedule
  const answers: Answer[] = []
  const answer = async (price: bigint, at: number) => {
    await chain.push(price * 10n ** 8n, at)
    answers.push({ id: PHASE + BigInt(answers.length + 1), at })
  }
  let feePendingUntil = 0
  await answer(599n, genesisTimestamp + 2)
  for (const [index, { bets, price, fee }] of game.rounds.entries()) {
    const epoch = index + 1
    await chain.at(genesisTimestamp + index * intervalSeconds + 30)
    if (fee !== null && epoch >= feePendingUntil) {
      await chain.setFee(fee)
      feePendingUntil = epoch + FEE_NOTICE
    }
    for (const bet of bets) {
      await chain.bet(chain.traders[bet.trader] ?? '0x', epoch, bet.position, bet.amount)
    }
    if (price !== null) await answer(price, strikeTime(chain.schedule, toEpoch(epoch)) + 3)
  }
  const end = genesisTimestamp + (game.rounds.length + 2) * intervalSeconds
  await answer(650n, end)
  return answers
}

/** Settles every strike of a game with the first answer since its time. */
export async function settleGame(chain: TestChain, answers: readonly Answer[]): Promise<void> {
  for (let epoch = 1; epoch <= GAME_ROUNDS; epoch += 1) {
    const time = strikeTime(chain.schedule, toEpoch(epoch))
    const first = answers.find(({ at }) => at >= time)
    if (first !== undefined) await chain.settle(epoch, first.id)
  }
}
