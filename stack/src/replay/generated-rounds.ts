import { toPriceE8, toWei } from '@bullring/prediction/units'
import { gaussian, seededRandom } from './random.ts'
import type { ReplayRound } from './recorded-rounds.ts'

/** Price at which the walk starts and to which it is drawn back, in US dollars. */
const CENTRE = 64_000

/** Standard deviation from one round to the next, in basis points. */
const VOLATILITY_BASIS_POINTS = 8

/** Share of the distance to the centre that each round takes back. */
const PULL = 0.02

const SEED = 0xb7c

/**
 * Generates the rounds of the local chain's second market: a seeded random walk, and the stakes of the recorded rounds in
 * another order. They are the same at each start, and labelled as generated wherever they are shown.
 */
export function generatedRounds(recorded: readonly ReplayRound[]): readonly ReplayRound[] {
  const random = seededRandom(SEED)
  let price = CENTRE
  return recorded.map((_, index) => {
    const lockPrice = priceOf(price)
    const step = (gaussian(random) * VOLATILITY_BASIS_POINTS) / 10_000
    price += price * step + (CENTRE - price) * PULL
    const stakes = recorded[(index * 7 + 3) % recorded.length]
    return {
      lockPrice,
      closePrice: priceOf(price),
      // Sides swapped, so that the two markets' pools never look alike.
      bullAmount: stakes?.bearAmount ?? toWei(0n),
      bearAmount: stakes?.bullAmount ?? toWei(0n),
    }
  })
}

function priceOf(usd: number) {
  return toPriceE8(BigInt(Math.round(usd * 100)) * 1_000_000n)
}
