import { CurrentEpochRequest, CurrentEpochResponse } from '@bullring/game-api/current-epoch'
import { LiveRoundRequest } from '@bullring/game-api/live-round'
import { Round } from '@bullring/game-api/round'
import { RoundInfoRequest } from '@bullring/game-api/round-info'
import { RoundsRequest, RoundsResponse } from '@bullring/game-api/rounds'
import type { Epoch, UnixSeconds } from '@bullring/prediction/units'
import { toEpoch } from '@bullring/prediction/units'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import { reachedTime } from '../chain/chain-clock.ts'
import { reportLasting } from '../http/cache/report-lasting.ts'
import { API_ERRORS } from '../http/errors.ts'
import { isDecided } from '../market/is-decided.ts'
import type { RoundClock } from '../market/round-rules.ts'
import { epochsBefore, type RoundAndPrice, type Rounds } from '../market/rounds.ts'
import { toWireRound } from '../market/to-wire-round.ts'
import { NoLiveRoundError, NoOpenRoundError, UnknownEpochError } from './errors.ts'

export type RoundsDeps = Pick<Rounds, 'findRound' | 'findRoundsBefore'> & {
  clock: Pick<RoundClock, 'currentEpoch'>
  findFirstPausedEpoch: () => Promise<Epoch | null>
  /** Chain time. */
  now: () => UnixSeconds
}

/** POST /api/current-epoch, /api/round-info, /api/live-round and /api/rounds. */
export function roundsOperations(ofMarket: (symbol: string) => RoundsDeps): readonly Operation[] {
  return [...singleRoundOperations(ofMarket), roundListOperation(ofMarket)]
}

function singleRoundOperations(ofMarket: (symbol: string) => RoundsDeps): readonly Operation[] {
  return [
    defineOperation({
      method: 'post',
      path: '/api/current-epoch',
      summary: 'The open round',
      body: CurrentEpochRequest,
      response: CurrentEpochResponse,
      errors: [...API_ERRORS, 404],
      handler: async ({ body }) => {
        const deps = ofMarket(body.symbol)
        const [epoch, paused] = await Promise.all([openEpoch(deps), deps.findFirstPausedEpoch()])
        return { epoch: Number(epoch), ...(paused && { paused_from: Number(paused) }) }
      },
    }),
    defineOperation({
      method: 'post',
      path: '/api/round-info',
      summary: 'One round',
      body: RoundInfoRequest,
      response: Round,
      errors: [...API_ERRORS, 404],
      handler: async ({ body: { symbol, epoch: named } }, c) => {
        const deps = ofMarket(symbol)
        const open = await openEpoch(deps)
        const epoch = named === undefined ? open : toEpoch(named)
        if (epoch < 1n || epoch > open) throw new UnknownEpochError()
        const found = await findRound(deps, epoch)
        const now = deps.now()
        if (named !== undefined && areDecided([found], now)) {
          reportLasting(c, [{ symbol, account: null, epochs: [named], holdsAt: null }])
        }
        return toWireRound(found, now)
      },
    }),
    defineOperation({
      method: 'post',
      path: '/api/live-round',
      summary: 'The locked round',
      body: LiveRoundRequest,
      response: Round,
      errors: [...API_ERRORS, 404],
      handler: async ({ body }) => {
        const deps = ofMarket(body.symbol)
        const live = toEpoch((await openEpoch(deps)) - 1n)
        if (live === 0n) throw new NoLiveRoundError()
        return toWireRound(await findRound(deps, live), deps.now())
      },
    }),
  ]
}

function roundListOperation(ofMarket: (symbol: string) => RoundsDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/api/rounds',
    summary: 'Rounds that take no more bets',
    body: RoundsRequest,
    response: RoundsResponse,
    errors: [...API_ERRORS, 404],
    handler: async ({ body: { symbol, before_epoch: named, limit } }, c) => {
      const { clock, now, findRoundsBefore } = ofMarket(symbol)
      const open = Number(await clock.currentEpoch(now()))
      const before = Math.min(named ?? open, open)
      const rounds = await findRoundsBefore(toEpoch(before), limit)
      const at = now()
      // Other pages begin at the open round, wherever that is.
      if (before === named && areDecided(rounds, at)) {
        reportLasting(c, [
          { symbol, account: null, epochs: epochsBefore(before, limit), holdsAt: null },
        ])
      }
      return rounds.map((round) => toWireRound(round, at))
    },
  })
}

async function openEpoch({ clock, now }: RoundsDeps): Promise<Epoch> {
  const epoch = await clock.currentEpoch(now())
  if (epoch === 0n) throw new NoOpenRoundError()
  return epoch
}

async function findRound({ findRound: find }: RoundsDeps, epoch: Epoch): Promise<RoundAndPrice> {
  const found = await find(epoch)
  if (found === null) throw new UnknownEpochError()
  return found
}

function areDecided(found: readonly RoundAndPrice[], now: UnixSeconds): boolean {
  const reached = reachedTime(now)
  return found.every(({ round }) => isDecided(round.at(reached)))
}
