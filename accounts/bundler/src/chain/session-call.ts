import { SESSION_MODULE } from '@bullring/smart-account/contracts'
import { sessionId } from '@bullring/smart-account/session'
import { encodeSessionCall, type SignedSessionCall } from '@bullring/smart-account/session-calls'
import { sessionModuleAbi } from '@bullring/smart-account/session-module-abi'
import {
  decodeErrorResult,
  getAbiItem,
  type Hex,
  isAddressEqual,
  type Log,
  parseEventLogs,
} from 'viem'
import { RejectedOperationError, RevertingOperationError } from '../http/errors.ts'
import { type ChainClient, readChain } from './chain-client.ts'
import { type Inclusion, reasonOf, recentBlocks } from './simulate.ts'
import { type Sending, simulateCall } from './simulate-call.ts'

/**
 * Simulates the transaction that makes a call of a session.
 *
 * @returns The gas that it used.
 * @throws {RejectedOperationError} when the module refuses the call.
 * @throws {RevertingOperationError} when the call reverts.
 */
export async function simulateSessionCall(
  chain: ChainClient,
  signed: SignedSessionCall,
  sending: Sending,
): Promise<bigint> {
  const { gasUsed, logs } = await simulateCall(
    chain,
    encodeSessionCall(signed),
    sending,
    sessionRefusal,
  )
  // An account without code, or one that does not report failures, emits nothing.
  if (sessionInclusion(signed, logs) === undefined) {
    throw new RejectedOperationError('the call was not made')
  }
  return gasUsed
}

/** Returns the error for the revert data of the module, or of the contract that it called. */
export function sessionRefusal(data: Hex): Error {
  try {
    const { errorName } = decodeErrorResult({ abi: sessionModuleAbi, data })
    return new RejectedOperationError(errorName)
  } catch {
    return new RevertingOperationError(reasonOf(data))
  }
}

/** Finds the module's event about a call among logs of one transaction. Returns undefined for none. */
export function sessionInclusion(
  { account, session, call }: SignedSessionCall,
  logs: readonly Log[],
): Inclusion | undefined {
  const ours = logs.filter(({ address }) => isAddressEqual(address, SESSION_MODULE))
  const args = { account, id: sessionId(session), nonce: BigInt(call.nonce) }
  const [log] = parseEventLogs({
    abi: sessionModuleAbi,
    eventName: 'SessionCalled',
    logs: ours,
    args,
  })
  return log && { transactionHash: log.transactionHash, args: { success: true } }
}

/** Finds a recent transaction that made a call. Returns undefined for none. */
export async function findSessionInclusion(
  chain: ChainClient,
  signed: SignedSessionCall,
): Promise<Inclusion | undefined> {
  const { account, session, call } = signed
  const logs = await readChain(
    chain.getLogs({
      address: SESSION_MODULE,
      event: getAbiItem({ abi: sessionModuleAbi, name: 'SessionCalled' }),
      args: { account, id: sessionId(session), nonce: BigInt(call.nonce) },
      ...(await recentBlocks(chain)),
      strict: true,
    }),
  )
  // Clients may write addresses and data in capitals.
  const data = encodeSessionCall(signed).data.slice(2).toLowerCase()
  for (const { transactionHash } of logs) {
    const transaction = await readChain(chain.getTransaction({ hash: transactionHash }))
    // Another call with this nonce may have been made instead.
    if (transaction.input.includes(data)) {
      return { transactionHash, args: { success: true } }
    }
  }
  return undefined
}
