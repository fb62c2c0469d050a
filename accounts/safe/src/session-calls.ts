import {
  type Address,
  encodeFunctionData,
  getAbiItem,
  type Hex,
  parseAbi,
  toFunctionSelector,
} from 'viem'
import type { Call } from './calls.ts'
import { SESSION_MODULE } from './contracts.ts'
import { type Session, type SessionCall, sessionArgument } from './session.ts'
import { sessionModuleAbi } from './session-module-abi.ts'
import type { SessionSignature } from './session-signatures.ts'

const enableAbi = parseAbi(['function enableModule(address module)'])

/** Selectors of the methods by which an account grants and revokes. */
export const SESSION_METHODS = (['grant', 'revoke'] as const).map((name) =>
  toFunctionSelector(getAbiItem({ abi: sessionModuleAbi, name })),
)

/** Encodes the calls by which an account lets a key act. The first session also enables the module. */
export function grantCalls(
  account: Address,
  session: Session,
  { isEnabled }: { isEnabled: boolean },
): readonly Call[] {
  const grant = encodeFunctionData({
    abi: sessionModuleAbi,
    functionName: 'grant',
    args: [sessionArgument(session)],
  })
  const calls: readonly Call[] = [{ to: SESSION_MODULE, value: 0n, data: grant }]
  return isEnabled ? calls : [enableSessionsCall(account), ...calls]
}

/** Encodes the call by which an account enables the module. */
export function enableSessionsCall(account: Address): Call {
  const data = encodeFunctionData({ abi: enableAbi, args: [SESSION_MODULE] })
  return { to: account, value: 0n, data }
}

/** Encodes the call by which an account ends a session. */
export function revokeCall(id: Hex): Call {
  const data = encodeFunctionData({ abi: sessionModuleAbi, functionName: 'revoke', args: [id] })
  return { to: SESSION_MODULE, value: 0n, data }
}

/** Encodes the call by which anyone may end a session with the account's signature. */
export function signedRevocation(account: Address, id: Hex, signature: Hex): Call {
  const data = encodeFunctionData({
    abi: sessionModuleAbi,
    functionName: 'revokeWithSignature',
    args: [account, id, signature],
  })
  return { to: SESSION_MODULE, value: 0n, data }
}

/** A call of a session, with everything that the module needs to make it. */
export type SignedSessionCall = {
  account: Address
  session: Session
  call: SessionCall
  signature: SessionSignature
}

/** Encodes the call by which anyone may make a call of a session. */
export function encodeSessionCall({ account, session, call, signature }: SignedSessionCall): Call {
  const { to, value, data: callData, nonce, deadline } = call
  const numbers = { nonce: BigInt(nonce), deadline: BigInt(deadline) }
  const data = encodeFunctionData({
    abi: sessionModuleAbi,
    functionName: 'execute',
    args: [account, sessionArgument(session), { to, value, data: callData, ...numbers }, signature],
  })
  return { to: SESSION_MODULE, value: 0n, data }
}
