import type { Address } from 'viem'
import { createStore, type WritableStore } from '#core/store.ts'
import type { Asset } from './asset.ts'

/** What a visitor has written so far; it outlives the views that it is spread over. */
export type SendFormState = {
  /** Account and network it was written for; another one starts anew. */
  owner: string
  asset: Asset | null
  /** As typed. */
  amount: string
  /** As typed: an address or a name. */
  receiver: string
  /** The account behind `receiver`; null while there is none. */
  address: Address | null
  isResolving: boolean
  /** Wei; what the transfer may cost. Null while unknown. */
  fee: bigint | null
}

export type SendForm = WritableStore<SendFormState> & { reset: () => void }

const EMPTY: SendFormState = {
  owner: '',
  asset: null,
  amount: '',
  receiver: '',
  address: null,
  isResolving: false,
  fee: null,
}

export function createSendForm(): SendForm {
  const store = createStore<SendFormState>(EMPTY)
  return { ...store, reset: () => store.setState(EMPTY) }
}
