import type { Epoch, UnixSeconds } from '@bullring/prediction/units'
import { toEpoch } from '@bullring/prediction/units'
import { readJson } from '@bullring/server/http/read-json'
import {
  CurrentEpochRequest,
  type CurrentEpochResponse,
} from '@bullring/wire/game-api/current-epoch'
import { LiveRoundRequest } from '@bullring/wire/game-api/live-round'
import { RoundInfoRequest } from '@bullring/wire/game-api/round-info'
import { parse } from '@bullring/wire/parse'
import { Hono } from 'hono'
import type { RoundAndPrice } from '../market/market.ts'
import { requireMarket } from '../market/require-market.ts'
import type { RoundClock } from '../market/round-rules.ts'
import { toWireRound } from '../market/to-wire-round.ts'
import { NoLiveRoundError, NoOpenRoundError, UnknownEpochError } from './errors.ts'

export type RoundsDeps = {
  clock: Pick<RoundClock, 'currentEpoch'>
  /** Chain time. */
  now: () => UnixSeconds
  /** Null when there is no such round. */
  findRound: (epoch: Epoch) => Promise<RoundAndPrice | null>
}

/** Serves POST /api/current-epoch, /api/round-info and /api/live-round. */
export function roundsRoutes({ clock, now, findRound }: RoundsDeps): Hono {
  const openEpoch = async () => {
    const epoch = await clock.currentEpoch(now())
    if (epoch === 0n) throw new NoOpenRoundError()
    return epoch
  }
  const roundOf = async (epoch: Epoch) => {
    const found = await findRound(epoch)
    if (found === null) throw new UnknownEpochError()
    return toWireRound(found, now())
  }
  return new Hono()
    .post('/api/current-epoch', async (c) => {
      requireMarket(parse(CurrentEpochRequest, await readJson(c)).symbol)
      const body: CurrentEpochResponse = { epoch: Number(await openEpoch()) }
      return c.json(body)
    })
    .post('/api/round-info', async (c) => {
      const request = parse(RoundInfoRequest, await readJson(c))
      requireMarket(request.symbol)
      const open = await openEpoch()
      const epoch = request.epoch === undefined ? open : toEpoch(request.epoch)
      if (epoch > open) throw new UnknownEpochError()
      return c.json(await roundOf(epoch))
    })
    .post('/api/live-round', async (c) => {
      requireMarket(parse(LiveRoundRequest, await readJson(c)).symbol)
      const live = toEpoch((await openEpoch()) - 1n)
      if (live === 0n) throw new NoLiveRoundError()
      return c.json(await roundOf(live))
    })
}
