import { createStore, type WritableStore } from '#core/store.ts'

/** The order entered so far; kept while its views change. Null means the first that is offered. */
type BuyFormState = {
  /** As typed. */
  amount: string
  fiat: string | null
  coin: string | null
}

export type BuyForm = WritableStore<BuyFormState>

const FIRST_AMOUNT = '100'

export function createBuyForm(): BuyForm {
  return createStore<BuyFormState>({ amount: FIRST_AMOUNT, fiat: null, coin: null })
}
