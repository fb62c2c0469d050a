import type { Schedule } from '@bullring/prediction/schedule'
import { currentEpoch } from '@bullring/prediction/schedule'
import type { Epoch, UnixSeconds } from '@bullring/prediction/units'
import { toEpoch } from '@bullring/prediction/units'
import {
  CurrentEpochRequest,
  type CurrentEpochResponse,
} from '@bullring/wire/game-api/current-epoch'
import { LiveRoundRequest } from '@bullring/wire/game-api/live-round'
import { RoundInfoRequest } from '@bullring/wire/game-api/round-info'
import { parse } from '@bullring/wire/parse'
import { Hono } from 'hono'
import { readJson } from '../http/read-json.ts'
import { requireMarket } from '../http/require-market.ts'
import { NoLiveRoundError, NoOpenRoundError, UnknownEpochError } from './errors.ts'
import type { RoundAndPrice } from './rounds.queries.ts'
import { toRound } from './to-round.ts'

export type RoundsPorts = {
  schedule: Schedule
  /** Seconds after a strike's time in which it can be settled. */
  settlementWindow: number
  /** Chain time. */
  now: () => UnixSeconds
  findRound: (epoch: Epoch) => Promise<RoundAndPrice>
}

/** POST /api/current-epoch, /api/round-info, /api/live-round. */
export function roundsRoutes(ports: RoundsPorts): Hono {
  const { schedule, findRound } = ports
  const openEpoch = (now: UnixSeconds) => {
    const epoch = currentEpoch(schedule, now)
    if (epoch === 0n) throw new NoOpenRoundError()
    return epoch
  }
  return new Hono()
    .post('/api/current-epoch', async (c) => {
      requireMarket(parse(CurrentEpochRequest, await readJson(c)).symbol)
      const body: CurrentEpochResponse = { epoch: Number(openEpoch(ports.now())) }
      return c.json(body)
    })
    .post('/api/round-info', async (c) => {
      const request = parse(RoundInfoRequest, await readJson(c))
      requireMarket(request.symbol)
      const now = ports.now()
      const open = openEpoch(now)
      const epoch = request.epoch === undefined ? open : toEpoch(request.epoch)
      if (epoch > open) throw new UnknownEpochError()
      return c.json(toRound(await findRound(epoch), ports, now))
    })
    .post('/api/live-round', async (c) => {
      requireMarket(parse(LiveRoundRequest, await readJson(c)).symbol)
      const now = ports.now()
      const live = toEpoch(openEpoch(now) - 1n)
      if (live === 0n) throw new NoLiveRoundError()
      return c.json(toRound(await findRound(live), ports, now))
    })
}
