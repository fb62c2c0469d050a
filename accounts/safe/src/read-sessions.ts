import type { Address, Chain, Client, Hex, Transport } from 'viem'
import { readContract } from 'viem/actions'
import { safeAbi } from './abi.ts'
import { SESSION_MODULE } from './contracts.ts'
import type { Session } from './session.ts'
import { sessionModuleAbi } from './session-module-abi.ts'

/** Used part of a session's limits. */
export type SessionState = {
  status: 'unknown' | 'active' | 'revoked'
  /** Sent in all, in wei. */
  spent: bigint
  /** Start of the current period, in Unix seconds. */
  periodStart: number
  /** Calls in the current period. */
  periodCalls: number
  /** Nonce of the next call. */
  nonce: number
}

const STATUS = ['unknown', 'active', 'revoked'] as const

type ChainClient = Client<Transport, Chain | undefined>

/** Reads the used part of a session's limits. */
export async function readSessionState(
  client: ChainClient,
  account: Address,
  id: Hex,
): Promise<SessionState> {
  const { status, ...state } = await readContract(client, {
    address: SESSION_MODULE,
    abi: sessionModuleAbi,
    functionName: 'stateOf',
    args: [account, id],
  })
  return { ...state, status: STATUS[status] ?? 'unknown' }
}

/** Returns whether an account that is deployed has enabled the module. */
export async function hasSessionModule(client: ChainClient, account: Address): Promise<boolean> {
  return await readContract(client, {
    address: account,
    abi: safeAbi,
    functionName: 'isModuleEnabled',
    args: [SESSION_MODULE],
  })
}

/** Remaining part of a session's limits. */
export type Allowance = {
  /** Maximum amount of the next call, in wei. */
  perCall: bigint
  /** Maximum amount of all further calls together, in wei. */
  inAll: bigint
  /** Calls until the period ends. */
  calls: number
}

/** Returns the remaining part of a session's limits at a time; nothing for a session that has ended. */
export function allowanceLeft(session: Session, state: SessionState, nowS: number): Allowance {
  if (state.status !== 'active' || nowS >= session.expiresAt) {
    return { perCall: 0n, inAll: 0n, calls: 0 }
  }
  const inAll = session.totalValue - state.spent
  const isNewPeriod = nowS >= state.periodStart + session.period
  return {
    perCall: session.valuePerCall < inAll ? session.valuePerCall : inAll,
    inAll,
    calls: session.callsPerPeriod - (isNewPeriod ? 0 : state.periodCalls),
  }
}
