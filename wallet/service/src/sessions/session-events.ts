import { SESSION_MODULE } from '@bullring/smart-account/contracts'
import type { toSession } from '@bullring/smart-account/session'
import { sessionModuleAbi } from '@bullring/smart-account/session-module-abi'
import { type Address, encodeAbiParameters, getAbiItem, type Hash, type Hex } from 'viem'
import { findBlock } from '../chain/find-block.ts'
import type { RpcClient } from '../chain/rpc-client.ts'
import { LaggingNodeError } from './errors.ts'

/** The grant of a session of a key, or its revocation. */
export type SessionEvent = {
  blockNumber: number
  logIndex: number
  account: Address
  session: Hex
  /** The limits as the event `SessionGranted` has them, with the first 50 methods; null for a revocation. */
  limits: Hex | null
  /** Unix seconds. */
  minedAt: number
}

/** A block up to which events were read. */
export type Position = { number: number; hash: Hash }

/** Later than any block: a time in milliseconds. */
const LATEST_S = 10_000_000_000n

/** Accounts may grant keys thousands of methods, which each list of their sessions would have. */
const MAX_METHODS = 50

const GRANT = getAbiItem({ abi: sessionModuleAbi, name: 'grant' })
const GRANTED = getAbiItem({ abi: sessionModuleAbi, name: 'SessionGranted' })
const REVOKED = getAbiItem({ abi: sessionModuleAbi, name: 'SessionRevoked' })

export type EventRange = {
  /** Both ends included. */
  from: number
  to: number
  /** Selects the events of one account. */
  account?: Address
  withRevocations?: boolean
}

/**
 * Reads the events of the module for session keys in a range of blocks, oldest first.
 *
 * @throws {LaggingNodeError} when the node does not have the last block yet.
 */
export async function readSessionEvents(
  client: RpcClient,
  { from, to, account, withRevocations = true }: EventRange,
): Promise<{ events: readonly SessionEvent[]; last: Position }> {
  const filter = {
    ...({ address: SESSION_MODULE, strict: true } as const),
    args: account && { account },
    fromBlock: BigInt(from),
    toBlock: BigInt(to),
  }
  // Sent as one batch, so that one node responds to all: one that lags returns no logs instead of an error.
  const [last, grants, revocations] = await Promise.all([
    findBlock(client, to),
    client.getLogs({ ...filter, event: GRANTED }),
    withRevocations ? client.getLogs({ ...filter, event: REVOKED }) : [],
  ])
  if (last === null) throw new LaggingNodeError()
  const logs = distinct([...grants, ...revocations])
  const timeOf = await blockTimes(client, new Set(logs.map(({ blockNumber }) => blockNumber)))
  const events = logs.map(({ blockNumber, logIndex, args }) => ({
    blockNumber: Number(blockNumber),
    logIndex,
    account: args.account,
    session: args.id,
    limits: 'session' in args ? limitsOf(args.session) : null,
    minedAt: timeOf(blockNumber),
  }))
  return { events: events.sort(inOrder), last: { number: to, hash: last.hash } }
}

/** Some nodes list a log twice. */
function distinct<log extends { blockHash: Hash; logIndex: number }>(
  logs: readonly log[],
): readonly log[] {
  return [...new Map(logs.map((log) => [`${log.blockHash} ${log.logIndex}`, log])).values()]
}

function limitsOf(session: Parameters<typeof toSession>[0]): Hex {
  const methods = session.methods.slice(0, MAX_METHODS)
  return encodeAbiParameters(GRANT.inputs, [{ ...session, methods }])
}

function inOrder(one: SessionEvent, other: SessionEvent): number {
  return one.blockNumber - other.blockNumber || one.logIndex - other.logIndex
}

/**
 * Returns the times of blocks, in Unix seconds.
 *
 * @throws {LaggingNodeError} when the node has no time of a block, or one in milliseconds.
 */
async function blockTimes(
  client: RpcClient,
  numbers: ReadonlySet<bigint>,
): Promise<(blockNumber: bigint) => number> {
  const blocks = [...numbers].map(async (blockNumber) => {
    const { timestamp } = await client.getBlock({ blockNumber })
    return [blockNumber, timestamp] as const
  })
  const times = new Map(await Promise.all(blocks))
  return (blockNumber) => {
    const time = times.get(blockNumber) ?? 0n
    if (time <= 0n || time >= LATEST_S) throw new LaggingNodeError()
    return Number(time)
  }
}
