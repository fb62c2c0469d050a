import { SESSION_MODULE } from '@bullring/smart-account/contracts'
import { sessionModuleAbi } from '@bullring/smart-account/session-module-abi'
import { type Address, getAbiItem, type Hash, type Hex } from 'viem'
import { findBlock } from '../chain/find-block.ts'
import type { RpcClient } from '../chain/rpc-client.ts'
import { LaggingNodeError } from './errors.ts'

/** The grant of a session of a key, or its revocation. */
export type SessionEvent = {
  blockNumber: number
  logIndex: number
  account: Address
  session: Hex
  /** Data of the event `SessionGranted`, which has the limits; null for a revocation. */
  limits: Hex | null
  /** Unix seconds. */
  minedAt: number
}

/** A block up to which events were read. */
export type Position = { number: number; hash: Hash }

const EVENTS = [
  getAbiItem({ abi: sessionModuleAbi, name: 'SessionGranted' }),
  getAbiItem({ abi: sessionModuleAbi, name: 'SessionRevoked' }),
]

/**
 * Reads what the module for session keys reported in a range of blocks, both ends included.
 *
 * @throws {LaggingNodeError} when the node does not have the last block yet.
 */
export async function readSessionEvents(
  client: RpcClient,
  { from, to }: { from: number; to: number },
): Promise<{ events: readonly SessionEvent[]; last: Position }> {
  // Sent as one batch, so that one node responds to both: one that lags returns no logs instead of an error.
  const [last, logs] = await Promise.all([
    findBlock(client, to),
    client.getLogs({
      ...{ address: SESSION_MODULE, events: EVENTS, strict: true },
      ...{ fromBlock: BigInt(from), toBlock: BigInt(to) },
    }),
  ])
  if (last === null) throw new LaggingNodeError()
  const times = await blockTimes(client, new Set(logs.map(({ blockNumber }) => blockNumber)))
  const events = logs.map(({ blockNumber, logIndex, eventName, args, data }) => ({
    ...{ blockNumber: Number(blockNumber), logIndex, account: args.account, session: args.id },
    limits: eventName === 'SessionGranted' ? data : null,
    minedAt: times.get(blockNumber) ?? 0,
  }))
  return { events, last: { number: to, hash: last.hash } }
}

async function blockTimes(
  client: RpcClient,
  numbers: ReadonlySet<bigint>,
): Promise<ReadonlyMap<bigint, number>> {
  const blocks = [...numbers].map(async (blockNumber) => {
    const { timestamp } = await client.getBlock({ blockNumber })
    return [blockNumber, Number(timestamp)] as const
  })
  return new Map(await Promise.all(blocks))
}
