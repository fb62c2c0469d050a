import { CurrentEpochRequest, CurrentEpochResponse } from '@bullring/game-api/current-epoch'
import { LiveRoundRequest } from '@bullring/game-api/live-round'
import { Round } from '@bullring/game-api/round'
import { RoundInfoRequest } from '@bullring/game-api/round-info'
import { RoundsRequest, RoundsResponse } from '@bullring/game-api/rounds'
import type { Epoch, UnixSeconds } from '@bullring/prediction/units'
import { toEpoch } from '@bullring/prediction/units'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import { API_ERRORS } from '../http/errors.ts'
import type { RoundClock } from '../market/round-rules.ts'
import type { Rounds } from '../market/rounds.ts'
import { toWireRound } from '../market/to-wire-round.ts'
import { NoLiveRoundError, NoOpenRoundError, UnknownEpochError } from './errors.ts'

export type RoundsDeps = Pick<Rounds, 'findRound' | 'findRoundsBefore'> & {
  clock: Pick<RoundClock, 'currentEpoch'>
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
        return { epoch: Number(await openEpoch(deps)) }
      },
    }),
    defineOperation({
      method: 'post',
      path: '/api/round-info',
      summary: 'One round',
      body: RoundInfoRequest,
      response: Round,
      errors: [...API_ERRORS, 404],
      handler: async ({ body }) => {
        const deps = ofMarket(body.symbol)
        const open = await openEpoch(deps)
        const epoch = body.epoch === undefined ? open : toEpoch(body.epoch)
        if (epoch < 1n || epoch > open) throw new UnknownEpochError()
        return roundOf(deps, epoch)
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
        return roundOf(deps, live)
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
    handler: async ({ body }) => {
      const { clock, now, findRoundsBefore } = ofMarket(body.symbol)
      const open = Number(await clock.currentEpoch(now()))
      const before = toEpoch(Math.min(body.before_epoch ?? open, open))
      const rounds = await findRoundsBefore(before, body.limit)
      const at = now()
      return rounds.map((round) => toWireRound(round, at))
    },
  })
}

async function openEpoch({ clock, now }: RoundsDeps): Promise<Epoch> {
  const epoch = await clock.currentEpoch(now())
  if (epoch === 0n) throw new NoOpenRoundError()
  return epoch
}

async function roundOf({ findRound, now }: RoundsDeps, epoch: Epoch): Promise<Round> {
  const found = await findRound(epoch)
  if (found === null) throw new UnknownEpochError()
  return toWireRound(found, now())
}
