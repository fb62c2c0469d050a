import type { SwapArguments } from '#core/modal/views.ts'
import { createStore, type WritableStore } from '#core/store.ts'

/** The swap entered so far; kept while its views change. */
export type SwapFormState = {
  /** Account and network that the form belongs to; others start with an empty form. */
  owner: string
  /** Initial input given by the app, applied once. */
  start: SwapArguments | null
  /** See `swapIdOf`; null while none is chosen. */
  from: string | null
  to: string | null
  /** As typed. */
  amount: string
}

export type SwapForm = WritableStore<SwapFormState> & { reset: () => void }

const EMPTY: SwapFormState = { owner: '', start: null, from: null, to: null, amount: '' }

export function createSwapForm(): SwapForm {
  const store = createStore<SwapFormState>(EMPTY)
  return { ...store, reset: () => store.setState(EMPTY) }
}
