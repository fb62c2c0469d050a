import type { Address } from 'viem'
import { createStore, type WritableStore } from '#core/store.ts'
import type { Asset } from '../asset.ts'

/** The transfer entered so far; kept while its views change. */
export type SendFormState = {
  /** Account and network that the form belongs to; others start with an empty form. */
  owner: string
  asset: Asset | null
  /** As typed. */
  amount: string
  /** As typed: an address or a name. */
  receiver: string
  /** The account behind `receiver`; null while there is none. */
  address: Address | null
  isResolving: boolean
  /** Name and picture of the receiver's profile; null where there are none. */
  receiverName: string | null
  receiverImage: string | null
  /** Highest fee of the transfer in wei; null while unknown. */
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
  receiverName: null,
  receiverImage: null,
  fee: null,
}

export function createSendForm(): SendForm {
  const store = createStore<SendFormState>(EMPTY)
  return { ...store, reset: () => store.setState(EMPTY) }
}
