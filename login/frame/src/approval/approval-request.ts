import type { Address, Hex, TypedDataDefinition } from 'viem'
import type { DecodedCall } from '#rpc/decode-call.ts'
import type { PreparedTransaction } from '#rpc/prepare-transaction.ts'
import type { Simulation } from '#rpc/simulate-call.ts'
import type { PreparedOperation } from '#smart-account/prepare-operation.ts'
import type { RequestedGrant } from '#smart-account/requested-grant.ts'
import type { Instruction } from '#solana/instruction.ts'
import type { Coin, TokenName } from './coin.ts'

/** What is known about a transaction once the chain was read. */
export type TransactionDetails = {
  prepared: PreparedTransaction
  /** The token that the call moves; null when none, or when it does not describe itself. */
  token: TokenName
  /** USD price of the chain's coin with 8 decimals; null when unknown. */
  coinPrice: bigint | null
  /** The simulation of a call that the wallet cannot decode; null for others. */
  simulation: Simulation | null
}

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
  /** Reads the chain. Can be repeated. */
  load: () => Promise<TransactionDetails>
}

/** A call of a smart account, decoded. */
export type ShownCall = {
  /** Position in the request, from 1. */
  id: number
  call: DecodedCall
  /** Such an account creates no contracts. */
  to: Address
  value: bigint
  data: Hex
}

/** What is known about an operation once chain and bundler were read. */
export type OperationDetails = {
  prepared: PreparedOperation
  /** USD price of the chain's coin with 8 decimals; null when unknown. */
  coinPrice: bigint | null
}

/** What is known about calls once chain and bundler were read. */
export type CallsDetails = OperationDetails & {
  /** The token that each call moves; null for calls that move none, or whose token does not describe itself. */
  tokens: readonly TransactionDetails['token'][]
  /** The simulation of calls of which the wallet cannot decode all; null for others. */
  simulation: Simulation | null
}

/** Calls that a smart account runs as one, all or none. */
export type CallsSubject = {
  kind: 'calls'
  calls: readonly ShownCall[]
  /** Reads the chain. Can be repeated. */
  load: () => Promise<CallsDetails>
}

/** What a key of the site may do from then on, without asking. */
export type GrantSubject = RequestedGrant & {
  kind: 'grant'
  /** Reads the chain. Can be repeated. */
  load: () => Promise<OperationDetails>
}

/** The end of what a key may do. */
export type RevocationSubject = {
  kind: 'revocation'
  /** Id of the session. */
  id: Hex
  /** Reads the chain. Can be repeated. */
  load: () => Promise<OperationDetails>
}

/** A decision about a session key. */
export type SessionSubject = GrantSubject | RevocationSubject

/** A transaction of Solana. */
export type SolanaTransaction = {
  /** Position in the request, from 1. */
  id: number
  instructions: readonly Instruction[]
  feePayer: string
  /** In lamports, at most. */
  fee: bigint
  /** Whether some of its accounts are in lookup tables. */
  hasLookups: boolean
}

/** Transactions of Solana to sign. */
export type SolanaSubject = {
  kind: 'solana'
  transactions: readonly SolanaTransaction[]
  /** Whether the wallet sends them too. */
  isSent: boolean
}

/** What the user decides about. */
export type ApprovalSubject =
  | MessageSubject
  | TypedDataSubject
  | TransactionSubject
  | CallsSubject
  | SessionSubject
  | SolanaSubject

/** The network of a request, as far as the installation describes it. */
export type ApprovalNetwork = {
  /** 0 for a network without EVM chain id. */
  chainId: number
  name: string
  coin: Coin
}

/** A request of an app that the user approves or rejects. */
export type ApprovalRequest = {
  /** Origin of the asking page, from the browser. */
  origin: string
  account: string
  network: ApprovalNetwork
  subject: ApprovalSubject
  /** Whether the login ends with the page, because the browser blocks storage. */
  isSessionTemporary: boolean
}
