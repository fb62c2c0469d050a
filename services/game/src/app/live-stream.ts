import type { Epoch, UnixSeconds } from '@bullring/prediction/units'
import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import type { Logger } from 'pino'
import { listenForChanges } from '../db/listen-for-changes.ts'
import type { Database } from '../db/open-database.ts'
import { toRound } from '../market/to-round.ts'
import type { LiveStream } from '../stream/create-stream.ts'
import { createStream } from '../stream/create-stream.ts'
import {
  findAnswers,
  findBettors,
  newestBlockTime,
  newestPosition,
  readChanges,
} from '../stream/stream.queries.ts'
import { toEvents } from '../stream/to-events.ts'
import type { MarketOfKind } from './market-of-kind.ts'

type Parts = {
  db: Database
  databaseUrl: string
  log: Logger
  market: Pick<MarketOfKind, 'clock' | 'findRound'>
  now: () => UnixSeconds
  maxPerIp: number
}

/** The newest rounds, which time alone can change: all others are decided. */
const YOUNG_ROUNDS = [0, 1, 2, 3]

/** Live events of the market in `db`, whichever process writes them. */
export async function createLiveStream(parts: Parts): Promise<LiveStream> {
  const { db, databaseUrl, log, market, now, maxPerIp } = parts
  const findRounds = async (epochs: readonly Epoch[]) =>
    (await Promise.all(epochs.map(market.findRound))).filter((found) => found !== null)
  const eventDeps = {
    clock: market.clock,
    findRounds: async (epochs: readonly Epoch[]) => {
      const rounds = await findRounds(epochs)
      // The writer may be another process, whose block this one has not seen yet.
      const time = toUnixSeconds(Math.max(now(), await newestBlockTime(db)))
      return rounds.map((found) => toRound(found, time))
    },
    turnedBetween: async (before: UnixSeconds, after: UnixSeconds) => {
      const newest = Number(await market.clock.currentEpoch(after))
      const young = YOUNG_ROUNDS.map((age) => newest - age).filter((epoch) => epoch > 0)
      const rounds = await findRounds(young.map(toEpoch))
      return rounds.flatMap(({ round }) => {
        const [was, is] = [round.at(before), round.at(after)]
        return was.display === is.display && was.state.kind === is.state.kind ? [] : is.epoch
      })
    },
    findAnswers: (ids: readonly bigint[]) => findAnswers(db, ids),
    findBettors: (...filter: Tail<Parameters<typeof findBettors>>) => findBettors(db, ...filter),
  }
  return createStream(
    {
      readChanges: (since) => readChanges(db, since),
      toEvents: (changes, accounts) => toEvents(eventDeps, changes, accounts),
      listen: (onChange, signal) => {
        const onBreak = () => log.warn('the connection for live events broke')
        return listenForChanges(databaseUrl, { onChange, onBreak }, signal)
      },
      log,
    },
    { maxPerIp, from: await newestPosition(db) },
  )
}

type Tail<list extends readonly unknown[]> = list extends [unknown, ...infer rest] ? rest : never
