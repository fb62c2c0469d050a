import type { SmartSession } from '@bullring/accounts-api/sessions/sessions-api'
import { SESSION_MODULE } from '@bullring/smart-account/contracts'
import { toSession } from '@bullring/smart-account/session'
import { sessionModuleAbi } from '@bullring/smart-account/session-module-abi'
import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import { type Address, decodeAbiParameters, getAbiItem, getAddress, type Hex } from 'viem'
import type { RpcClient } from '../chain/rpc-client.ts'
import type { SessionEvent } from './session-events.ts'
import type { SessionLog } from './session-log.ts'

/** State of a revoked session in the module. */
const REVOKED = 2
/** Each costs a read of the chain. */
const MAX_SESSIONS = 100
/** The last second that dates can have. A session's may be later. */
const MAX_TIME = 8_640_000_000_000
const GRANT = getAbiItem({ abi: sessionModuleAbi, name: 'grant' })

/** Lists the sessions of an account, newest first, with the amounts that they have spent. */
export async function listSessions(
  { log, client }: { log: Pick<SessionLog, 'eventsOf'>; client: RpcClient },
  account: Address,
): Promise<SmartSession[]> {
  const granted = grantedSessions(await log.eventsOf(account))
  const states = await client.multicall({
    allowFailure: false,
    contracts: granted.map(({ id }) => ({
      ...({ address: SESSION_MODULE, abi: sessionModuleAbi, functionName: 'stateOf' } as const),
      args: [account, id] as const,
    })),
  })
  return granted.map(({ id, limits, grantedAt, revokedAt }, index) => {
    const session = readLimits(limits)
    const state = states[index]
    return {
      pci: id,
      chainId: toCaipNetworkId(client.chain.id),
      createdAt: grantedAt,
      expiry: Math.min(session.expiresAt, MAX_TIME),
      // The state decides. The time of the event may be unknown.
      revokedAt: state?.status === REVOKED ? (revokedAt ?? grantedAt) : null,
      spent: `${state?.spent ?? 0n}`,
      session,
    }
  })
}

/** A session as its events tell. Times are in Unix seconds. */
type GrantedSession = { id: Hex; limits: Hex; grantedAt: number; revokedAt: number | null }

/** Returns the sessions of an account by its events, newest first. */
export function grantedSessions(events: readonly SessionEvent[]): readonly GrantedSession[] {
  // The oldest comes last, and is kept: the module also emits an event when a revoked session is revoked again.
  const revocations = new Map(
    events.flatMap(({ session, limits, minedAt }) =>
      limits === null ? [[session, minedAt] as const] : [],
    ),
  )
  return events
    .flatMap(({ session: id, limits, minedAt: grantedAt }) =>
      limits === null ? [] : [{ id, limits, grantedAt, revokedAt: revocations.get(id) ?? null }],
    )
    .slice(0, MAX_SESSIONS)
}

/** The event's data are the session itself. */
function readLimits(data: Hex): SmartSession['session'] {
  const { key, methods, valuePerCall, totalValue, ...rest } = toSession(
    decodeAbiParameters(GRANT.inputs, data)[0],
  )
  return {
    key,
    valuePerCall: `${valuePerCall}`,
    totalValue: `${totalValue}`,
    ...rest,
    methods: methods.map(({ to, selector }) => ({ to: getAddress(to), selector })),
  }
}
