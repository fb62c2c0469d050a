import type { RoundToClose } from '@bullring/approval/chain/round-to-close'
import type { Simulation } from '@bullring/approval/chain/simulate-call'
import type { DecodedCall } from '@bullring/approval/decode/decode-call'
import type {
  ApprovalNetwork,
  MessageSubject,
  TransactionSubject,
  TypedDataSubject,
} from '@bullring/approval/request'
import type { TokenName } from '@bullring/approval/text/coin'
import type { Address, Hex } from 'viem'
import type { PreparedOperation } from '#smart-account/prepare-operation.ts'
import type { RequestedGrant } from '#smart-account/requested-grant.ts'
import type { Instruction } from '#solana/instruction.ts'

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

/** Facts about an operation that chain and bundler report. */
export type OperationDetails = {
  prepared: PreparedOperation
  /** USD price of the chain's coin with 8 decimals; null when unknown. */
  coinPrice: bigint | null
}

/** Facts about calls that chain and bundler report. */
export type CallsDetails = OperationDetails & {
  /** The token that each call moves; null for calls that move none, or whose token does not describe itself. */
  tokens: readonly TokenName[]
  /** The simulation of calls of which the wallet cannot decode all; null for others. */
  simulation: Simulation | null
}

/** Calls that a smart account runs as one, all or none. */
export type CallsSubject = {
  kind: 'calls'
  calls: readonly ShownCall[]
  /** The round of a bet among them; null without one. */
  round: RoundToClose | null
  /** Reads the chain. Can be repeated. */
  load: () => Promise<CallsDetails>
}

/** Permissions of a key of the site, which needs no approval for each use. */
export type GrantSubject = RequestedGrant & {
  kind: 'grant'
  /** Reads the chain. Can be repeated. */
  load: () => Promise<OperationDetails>
}

/** The end of what a key may do. */
type RevocationSubject = {
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

/** Subject of the user's decision. */
export type ApprovalSubject =
  | MessageSubject
  | TypedDataSubject
  | TransactionSubject
  | CallsSubject
  | SessionSubject
  | SolanaSubject

/** A request of an app that the user approves or rejects. */
export type ApprovalRequest = {
  /** Origin of the asking page, from the browser. */
  origin: string
  account: string
  network: ApprovalNetwork
  subject: ApprovalSubject
  /** Whether the login ends with the page, because the browser blocks storage. */
  isSessionTemporary: boolean
  /** Whether the browser opens no window of the wallet. */
  opensNoWindows?: boolean
}
