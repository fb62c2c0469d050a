import type { BuyCoin, BuyFiat, BuyOffer } from '#core/buy/buy-offer.ts'
import { type BuyProblem, buyProblem } from '#core/buy/buy-problem.ts'
import type { BuyOrder } from '#core/buy/buy-requests.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useStore } from '#react/kit-context.ts'

export type BuyChoice = {
  fiat: BuyFiat
  coin: BuyCoin
  problem: BuyProblem | null
  order: BuyOrder
}

/** Returns the order entered so far; null where nothing is offered. */
export function useBuyOrder({ chainId, fiats, coins }: BuyOffer): BuyChoice | null {
  const { buyForm } = useAccountDeps()
  const form = useStore(buyForm, (state) => state)
  const fiat = fiats.find(({ id }) => id === form.fiat) ?? fiats[0]
  const coin = coins.find(({ id }) => id === form.coin) ?? coins[0]
  if (fiat === undefined || coin === undefined) return null
  return {
    fiat,
    coin,
    problem: buyProblem(form.amount, fiat),
    order: { coin: coin.symbol, chainId, fiat: fiat.id, amount: form.amount },
  }
}
