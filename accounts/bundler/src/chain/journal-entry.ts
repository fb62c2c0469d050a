import type { WireSessionRevocation } from '@bullring/accounts-api/sessions/session-revocation'
import { CONTRACTS } from '@bullring/smart-account/contracts'
import { encodeSessionCall, type SignedSessionCall } from '@bullring/smart-account/session-calls'
import type { Operation } from '@bullring/smart-account/signatures'
import type { Address, Hex, Log } from 'viem'
import type { ChainClient } from './chain-client.ts'
import { isSponsored } from './gas-price.ts'
import { readOperation } from './operation-fields.ts'
import { findSessionInclusion, sessionInclusion, simulateSessionCall } from './session-call.ts'
import { readRevocation, readSessionCall } from './session-call-fields.ts'
import {
  findRevocationInclusion,
  revocationCall,
  revocationInclusion,
  simulateRevocation,
} from './session-revocation.ts'
import {
  findInclusion,
  handleOpsData,
  type Inclusion,
  operationLogs,
  simulateOperation,
} from './simulate.ts'
import type { Sending } from './simulate-call.ts'

/** Entry that the relayer sends: an operation of an account, a call of a session, or a session's end. */
type Entry =
  | { operation: Operation }
  | { sessionCall: SignedSessionCall }
  | { revocation: WireSessionRevocation }

function readEntry(text: string): Entry {
  const sessionCall = readSessionCall(text)
  if (sessionCall !== null) return { sessionCall }
  const revocation = readRevocation(text)
  return revocation === null ? { operation: readOperation(text) } : { revocation }
}

/** Returns whether an entry is a user operation: calls and revocations of sessions are not. */
export function isUserOperation(text: string): boolean {
  return 'operation' in readEntry(text)
}

/** Returns the call of the transaction that runs an entry of the journal. */
export function entryCall(text: string, relayer: Address): { to: Address; data: Hex } {
  const entry = readEntry(text)
  if ('sessionCall' in entry) return encodeSessionCall(entry.sessionCall)
  if ('revocation' in entry) return revocationCall(entry.revocation)
  return { to: CONTRACTS.entryPoint, data: handleOpsData(entry.operation, relayer) }
}

/**
 * Runs the transaction of an entry on the newest block.
 *
 * @throws {RejectedOperationError} @throws {RevertingOperationError}
 */
export async function simulateEntry(
  chain: ChainClient,
  text: string,
  sending: Sending,
): Promise<void> {
  const entry = readEntry(text)
  if ('sessionCall' in entry) await simulateSessionCall(chain, entry.sessionCall, sending)
  else if ('revocation' in entry) await simulateRevocation(chain, entry.revocation, sending)
  else await simulateOperation(chain, entry.operation, sending)
}

/** Finds the event about an entry among the logs of a transaction. Returns undefined for none. */
export function inclusionIn(text: string, logs: readonly Log[]): Inclusion | undefined {
  const entry = readEntry(text)
  if ('sessionCall' in entry) return sessionInclusion(entry.sessionCall, logs)
  if ('revocation' in entry) return revocationInclusion(entry.revocation, logs)
  return operationLogs(logs).event
}

/** Finds a recent transaction that ran an entry, ours or not. Returns undefined for none. */
export async function findEntryInclusion(
  chain: ChainClient,
  { hash, operation: text }: { hash: Hex; operation: string },
): Promise<Inclusion | undefined> {
  const entry = readEntry(text)
  if ('sessionCall' in entry) return await findSessionInclusion(chain, entry.sessionCall)
  if ('revocation' in entry) return await findRevocationInclusion(chain, entry.revocation)
  return await findInclusion(chain, hash)
}

/** Returns whether the operator pays for an entry: always for sessions, which need no user operation. */
export function isPaidByOperator(text: string): boolean {
  const entry = readEntry(text)
  return !('operation' in entry) || isSponsored(entry.operation)
}
