import type { Hash } from 'viem'
import type { CreateConnectorFn } from 'wagmi'
import type { SentCall } from '../contract/wait-until-mined.ts'
import type { Awaited } from '../wallet/returned-request.ts'
import type { SafeInfo } from './safe-info.ts'
import type { QueuedRequest, SafeQueue } from './safe-queue.ts'

/** Safe{Wallet} around the page, where it shows the page as a Safe App. */
export type Safe = {
  /** The only way to connect there: a click in a frame approves nothing, Safe shows each request itself. */
  connector: CreateConnectorFn
  /** The account; null until Safe has named it. */
  info: () => SafeInfo | null
  /** Requests that wait for the owners. */
  queue: SafeQueue
  /** Those that an earlier page has sent. */
  left: readonly QueuedRequest[]
  /** Keeps a request that Safe has taken, by Safe's response. */
  keep: (response: unknown, awaited: Awaited) => void
  /** Waits until the owners have confirmed a request and one has executed it. */
  untilExecuted: (call: SentCall) => Promise<Hash | null>
  /** Forgets a request, and ends the wait for it. */
  dismiss: (id: string) => void
}

let current: Safe | null = null

/** Returns Safe; null anywhere else. */
export function safe(): Safe | null {
  return current
}

/** Number of owners that a request needs; 1 outside of Safe. */
export function neededOwners(): number {
  return current?.info()?.threshold ?? 1
}

/** Called once, at the start. */
export function setSafe(found: Safe | null): void {
  current = found
}
