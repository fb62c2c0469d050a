import type { Address, Hex, TypedDataDefinition } from 'viem'
import type { RoundToClose } from './chain/round-to-close.ts'
import type { TransactionDetails } from './chain/transaction-details.ts'
import type { DecodedCall } from './decode/decode-call.ts'
import type { Coin } from './text/coin.ts'

/** A message to sign, as text if it is one. */
export type MessageSubject = {
  kind: 'message'
  text: string | null
  raw: string
  /** The site that a sign-in message names (EIP-4361). */
  signInDomain: string | null
}

/** Typed data to sign (EIP-712). */
export type TypedDataSubject = { kind: 'typed-data'; typedData: TypedDataDefinition }

/** A transaction to send. */
export type TransactionSubject = {
  kind: 'transaction'
  call: DecodedCall
  to: Address | null
  value: bigint
  data: Hex
  /** The round of a bet; null for other calls. */
  round: RoundToClose | null
  /** Reads the chain. Can be repeated. */
  load: () => Promise<TransactionDetails>
}

/** The network of a request, as far as the installation describes it. */
export type ApprovalNetwork = {
  /** 0 for a network without EVM chain id. */
  chainId: number
  name: string
  coin: Coin
}

/** The account that signs, its network, and the site that asks. */
export type ApprovalParties = {
  /** Host of the site. */
  host: string
  account: string
  network: ApprovalNetwork
}
