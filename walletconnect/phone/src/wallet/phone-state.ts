import type { Address } from 'viem'
import type { Login, PendingRequest, Proposal, Session } from './phone-client.ts'
import type { Subject } from './read-request.ts'

/** A proposal, login or request for the user to decide. Apps choose the ids; keys are unique. */
export type Decidable = { key: string; id: number } & (
  | { kind: 'proposal'; proposal: Proposal }
  | { kind: 'login'; login: Login }
  | { kind: 'request'; request: PendingRequest; session: Session; subject: Subject }
)

/** One kind of {@link Decidable}. */
export type DecidableOf<kind extends Decidable['kind']> = Extract<Decidable, { kind: kind }>

/** A sentence about what has just happened. */
export type Notice = { id: number; tone: 'done' | 'problem'; text: string }

/** State that the screens show. */
export type PhoneState = {
  address: Address
  chainId: number
  isConnected: boolean
  /** Reason of the relay for refusing this wallet; null when it does not. */
  relayProblem: string | null
  sessions: readonly Session[]
  /** Undecided items, in the order of arrival. */
  queue: readonly Decidable[]
  /** Whether a decision is not yet with chain and relay. */
  isSending: boolean
  notices: readonly Notice[]
}
