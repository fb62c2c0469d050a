import type { NextStep } from '@bullring/server/chain/follow-chain'
import type { Address } from 'viem'
import { findBlock } from '../chain/find-block.ts'
import type { RpcClient } from '../chain/rpc-client.ts'
import type { Database } from '../db/database.ts'
import { LaggingNodeError, SessionsNotReadyError } from './errors.ts'
import {
  type EventRange,
  type Position,
  readSessionEvents,
  type SessionEvent,
} from './session-events.ts'
import { findPosition, forgetEvents, listEvents, storeEvents } from './sessions.queries.ts'

/** Blocks per request: first, and most. Nodes limit them differently. */
const MAX_SPAN = 5_000
/** Maximum number of blocks that a request of a visitor reads. */
const MAX_TAIL = 2_000

export type SessionLogDeps = {
  db: Database
  client: RpcClient
  /** A local chain may be restarted, and then lacks blocks that were read. */
  isLocal: boolean
  /** Block from which on the module may report sessions. */
  startBlock: number
}

export type SessionLog = ReturnType<typeof createSessionLog>

/**
 * The grants and revocations of sessions on a chain. Entries of final blocks are stored; entries of newer blocks, which
 * a reorg may replace, are read for each request.
 */
export function createSessionLog({ db, client, isLocal, startBlock }: SessionLogDeps) {
  let span = MAX_SPAN
  const isOnChain = async ({ number, hash }: Position) => {
    const block = await findBlock(client, number)
    if (block === null && !isLocal) throw new LaggingNodeError()
    return block?.hash === hash
  }
  return {
    /** Stores the events of the next final blocks. Call it again and again. */
    step: async (): Promise<NextStep> => {
      const [{ number: final }, position] = await Promise.all([
        client.getBlock({ blockTag: 'finalized' }),
        findPosition(db),
      ])
      if (position !== null && !(await isOnChain(position))) {
        await forgetEvents(db)
        return 'at-once'
      }
      const from = position === null ? startBlock : position.number + 1
      const to = Math.min(Number(final), from + span - 1)
      if (to < from) return 'soon'
      try {
        await storeEvents(db, position, await readFinal(client, { from, to }))
      } catch (error) {
        // Nodes refuse long ranges, and those with many logs, in many ways.
        span = Math.max(1, Math.floor(span / 2))
        throw error
      }
      span = Math.min(span * 2, MAX_SPAN)
      return to < Number(final) ? 'at-once' : 'soon'
    },

    /**
     * Lists the events of an account, newest first.
     *
     * @throws {SessionsNotReadyError} while older blocks are still being read.
     */
    eventsOf: async (account: Address): Promise<SessionEvent[]> => {
      const [newest, position] = await Promise.all([
        client.getBlockNumber({ cacheTime: 0 }),
        findPosition(db),
      ])
      const from = position === null ? startBlock : position.number + 1
      const to = Number(newest)
      if (to - from >= MAX_TAIL) throw new SessionsNotReadyError()
      const [tail, stored] = await Promise.all([
        from > to
          ? []
          : readSessionEvents(client, { from, to, account }).then(({ events }) => events),
        listEvents(db, account, from - 1),
      ])
      return [...tail.toReversed(), ...stored]
    },
  }
}

/**
 * Reads a range of final blocks. Anyone can fill a block with revocations of sessions that do not exist, until nodes refuse
 * to list them. Then only the grants of that block are read, and ended sessions are known from its state.
 */
async function readFinal(client: RpcClient, range: EventRange) {
  try {
    return await readSessionEvents(client, range)
  } catch (error) {
    if (range.from < range.to) throw error
    return await readSessionEvents(client, { ...range, withRevocations: false })
  }
}
