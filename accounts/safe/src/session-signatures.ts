import { type Address, type Hex, hashTypedData } from 'viem'
import { SESSION_MODULE } from './contracts.ts'
import type { SessionCall } from './session.ts'

/** `r` and `s` of a signature of P-256, with `s` in the lower half. */
export type SessionSignature = readonly [Hex, Hex]

const CALL_TYPES = {
  SessionCall: [
    { name: 'account', type: 'address' },
    { name: 'session', type: 'bytes32' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const

const REVOCATION_TYPES = {
  RevokeSession: [
    { name: 'account', type: 'address' },
    { name: 'session', type: 'bytes32' },
  ],
} as const

/** EIP-712 domain of the module. */
function domainOf(chainId: number) {
  return {
    name: 'Bullring sessions',
    version: '1',
    chainId,
    verifyingContract: SESSION_MODULE,
  } as const
}

/** A call of a session, on one chain. */
export type SessionCallContext = {
  account: Address
  id: Hex
  call: SessionCall
  chainId: number
}

/** Returns the hash that a session's key signs for a call. */
export function sessionCallHash({ account, id, call, chainId }: SessionCallContext): Hex {
  const { to, value, data, nonce, deadline } = call
  return hashTypedData({
    domain: domainOf(chainId),
    types: CALL_TYPES,
    primaryType: 'SessionCall',
    message: {
      account,
      session: id,
      to,
      value,
      data,
      nonce: BigInt(nonce),
      deadline: BigInt(deadline),
    },
  })
}

/** Returns the data that an account signs (ERC-1271) to end a session. */
export function revocationTypedData(account: Address, id: Hex, chainId: number) {
  return {
    domain: domainOf(chainId),
    types: REVOCATION_TYPES,
    primaryType: 'RevokeSession',
    message: { account, session: id },
  } as const
}
