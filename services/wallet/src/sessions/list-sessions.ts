import { SESSION_MODULE } from '@bullring/smart-account/contracts'
import { toSession } from '@bullring/smart-account/session'
import { sessionModuleAbi } from '@bullring/smart-account/session-module-abi'
import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import type { SmartSession } from '@bullring/wire/sessions/sessions-api'
import { type Address, decodeAbiParameters, getAbiItem, getAddress, type Hex } from 'viem'
import type { RpcClient } from '../chain/rpc-client.ts'
import type { Database } from '../db/database.ts'
import { listIndexedSessions } from './sessions.queries.ts'

const MS = 1_000
/** The last time that dates can have; a session's may be later. */
const MAX_TIME_MS = 8_640_000_000_000_000
const GRANT = getAbiItem({ abi: sessionModuleAbi, name: 'grant' })

/** Lists the sessions of an account, newest first, with what they have spent. */
export async function listSessions(
  { db, client }: { db: Database; client: RpcClient },
  account: Address,
): Promise<SmartSession[]> {
  const indexed = await listIndexedSessions(db, account)
  const states = await client.multicall({
    allowFailure: false,
    contracts: indexed.map(({ id }) => ({
      ...({ address: SESSION_MODULE, abi: sessionModuleAbi, functionName: 'stateOf' } as const),
      args: [account, id] as const,
    })),
  })
  return indexed.map(({ id, limits, grantedAt, revokedAt }, index) => {
    const session = readLimits(limits)
    return {
      pci: id,
      chainId: toCaipNetworkId(client.chain.id),
      createdAt: grantedAt * MS,
      expiration: Math.min(session.expiresAt * MS, MAX_TIME_MS),
      revokedAt: revokedAt === null ? null : revokedAt * MS,
      spent: `${states[index]?.spent ?? 0n}`,
      session,
    }
  })
}

/** The event's data are the session itself. */
function readLimits(data: Hex): SmartSession['session'] {
  const { key, methods, valuePerCall, totalValue, ...rest } = toSession(
    decodeAbiParameters(GRANT.inputs, data)[0],
  )
  return {
    ...{ key, valuePerCall: `${valuePerCall}`, totalValue: `${totalValue}` },
    ...rest,
    methods: methods.map(({ to, selector }) => ({ to: getAddress(to), selector })),
  }
}
