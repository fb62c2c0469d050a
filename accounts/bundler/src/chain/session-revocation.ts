import type { WireSessionRevocation } from '@bullring/accounts-api/sessions/session-revocation'
import { SESSION_MODULE } from '@bullring/smart-account/contracts'
import { signedRevocation } from '@bullring/smart-account/session-calls'
import { sessionModuleAbi } from '@bullring/smart-account/session-module-abi'
import { getAbiItem, isAddressEqual, type Log, parseEventLogs } from 'viem'
import { RejectedOperationError } from '../http/errors.ts'
import { type ChainClient, readChain } from './chain-client.ts'
import { sessionRefusal } from './session-call.ts'
import { type Inclusion, recentBlocks } from './simulate.ts'
import { type Sending, simulateCall } from './simulate-call.ts'

/** Returns the call that ends a session with the account's signature. */
export function revocationCall({ account, session, signature }: WireSessionRevocation) {
  return signedRevocation(account, session, signature)
}

/**
 * Simulates the transaction that ends a session.
 *
 * @returns The gas that it used.
 * @throws {RejectedOperationError} @throws {RevertingOperationError}
 */
export async function simulateRevocation(
  chain: ChainClient,
  signed: WireSessionRevocation,
  sending: Sending,
): Promise<bigint> {
  const { gasUsed, logs } = await simulateCall(
    chain,
    revocationCall(signed),
    sending,
    sessionRefusal,
  )
  if (revocationInclusion(signed, logs) === undefined) {
    throw new RejectedOperationError('the session was not revoked')
  }
  return gasUsed
}

/** Finds the module's event about a revocation among logs of one transaction. Returns undefined for none. */
export function revocationInclusion(
  { account, session }: WireSessionRevocation,
  logs: readonly Log[],
): Inclusion | undefined {
  const ours = logs.filter(({ address }) => isAddressEqual(address, SESSION_MODULE))
  const args = { account, id: session }
  const [log] = parseEventLogs({
    abi: sessionModuleAbi,
    eventName: 'SessionRevoked',
    logs: ours,
    args,
  })
  return log && { transactionHash: log.transactionHash, args: { success: true } }
}

/** Finds a recent transaction that ended the session in any way. Returns undefined for none. */
export async function findRevocationInclusion(
  chain: ChainClient,
  { account, session }: WireSessionRevocation,
): Promise<Inclusion | undefined> {
  const logs = await readChain(
    chain.getLogs({
      address: SESSION_MODULE,
      event: getAbiItem({ abi: sessionModuleAbi, name: 'SessionRevoked' }),
      args: { account, id: session },
      ...(await recentBlocks(chain)),
      strict: true,
    }),
  )
  const [log] = logs
  return log && { transactionHash: log.transactionHash, args: { success: true } }
}
