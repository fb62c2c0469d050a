import type { Round } from '@bullring/game-api/round'
import { toEpoch } from '@bullring/prediction/units'
import type { Context, MiddlewareHandler } from 'hono'
import { Hono } from 'hono'
import type { PagePreview } from '../http/pages/page-preview.ts'
import { toWireRound } from '../market/to-wire-round.ts'
import { UnknownEpochError } from './errors.ts'
import type { RoundPictures } from './round-pictures.ts'
import { previewOf } from './round-preview.ts'
import type { RoundsDeps } from './rounds.operations.ts'

export type ShareDeps = {
  ofMarket: (symbol: string) => Pick<RoundsDeps, 'clock' | 'findRound' | 'now'>
  /** Market of addresses that name none. */
  defaultSymbol: string
  publicOrigin: string | null
  brandName: string
}

const NUMBER = /^[1-9]\d{0,14}$/

/** Seconds for which a picture may be reused. A decided round stays as it is. */
const DECIDED_MAX_AGE = 86_400
const UNDECIDED_MAX_AGE = 30

/** GET /share/round/123.png: the picture of a round, for link previews. */
export function shareRoutes(
  deps: ShareDeps,
  { pictures, rateLimit }: { pictures: RoundPictures; rateLimit: MiddlewareHandler },
): Hono {
  const routes = new Hono()
  routes.get('/share/round/:file', rateLimit, async (c) => {
    const [, number = ''] = /^(.+)\.png$/.exec(c.req.param('file')) ?? []
    const symbol = symbolOf(c, deps)
    const round = await findRound(deps, symbol, number)
    if (round === null) throw new UnknownEpochError()
    const isDecided = round.state === 'settled' || round.state === 'refund'
    const picture = await pictures(round, symbol)
    return c.body(new Uint8Array(picture), 200, {
      'content-type': 'image/png',
      'cache-control': `public, max-age=${isDecided ? DECIDED_MAX_AGE : UNDECIDED_MAX_AGE}`,
    })
  })
  return routes
}

/**
 * Returns the function that describes the round of a request for `/?round=123`; null for any other page, and for an
 * unknown round, which the page itself reports.
 *
 * @param isAllowed - Counts a request against the caller's limit.
 */
export function roundPagePreview(
  deps: ShareDeps,
  isAllowed: (c: Context) => boolean,
): (c: Context) => Promise<PagePreview | null> | null {
  return (c) => {
    const number = c.req.query('round')
    if (number === undefined || !NUMBER.test(number) || !isAllowed(c)) return null
    const symbol = symbolOf(c, deps)
    return findRound(deps, symbol, number).then(
      (round) => round && pagePreview(round, symbol, deps),
      () => null,
    )
  }
}

function symbolOf(c: Context, { defaultSymbol }: ShareDeps): string {
  return c.req.query('market') ?? defaultSymbol
}

/** Returns null when there is no such round. */
async function findRound(
  { ofMarket }: ShareDeps,
  symbol: string,
  number: string,
): Promise<Round | null> {
  if (!NUMBER.test(number)) return null
  const { clock, findRound: find, now } = ofMarket(symbol)
  const epoch = toEpoch(BigInt(number))
  if (epoch > (await clock.currentEpoch(now()))) return null
  const found = await find(epoch)
  return found === null ? null : toWireRound(found, now())
}

function pagePreview(
  round: Round,
  symbol: string,
  { publicOrigin, defaultSymbol, brandName }: ShareDeps,
): PagePreview {
  const { title, description, imageAlt } = previewOf(round, symbol, brandName)
  const market = symbol === defaultSymbol ? '' : new URLSearchParams({ market: symbol }).toString()
  const path = `/?${[`round=${round.epoch}`, market].filter(Boolean).join('&')}`
  const picture = `/share/round/${round.epoch}.png${market === '' ? '' : `?${market}`}`
  const origin = publicOrigin ?? ''
  return { title, description, imageAlt, image: `${origin}${picture}`, url: `${origin}${path}` }
}
