import { AccessResponse } from '@bullring/game-api/access'
import { handleErrors } from '@bullring/server/http/handle-errors'
import type { Operation } from '@bullring/server/operations/operation'
import { operationRoutes } from '@bullring/server/operations/operation-routes'
import { Hono } from 'hono'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { accessOperations } from './access.operations.ts'
import { type CountryRules, withCountryRules } from './country-rules.ts'

const RULES: CountryRules = {
  countries: { refused: new Set(['US']), unknown: 'allow', header: 'cf-ipcountry' },
  proxies: 1,
}

const REFUSING = {
  refused: new Set(['US']),
  unknown: 'refuse',
  header: 'cf-ipcountry',
} as const

const write = (path: string): Operation => ({
  method: 'post',
  path,
  summary: '',
  response: z.unknown(),
  errors: [403],
  handle: (c) => c.json({ done: true }),
})

async function ask(rules: Partial<CountryRules>, country?: string) {
  const all = { ...RULES, ...rules }
  const app = new Hono().route(
    '/',
    operationRoutes(
      withCountryRules(
        [write('/api/faucet'), write('/api/push-unsubscribe'), ...accessOperations(all)],
        all,
      ),
    ),
  )
  handleErrors(app, pino({ enabled: false }))
  const headers = country === undefined ? {} : { 'cf-ipcountry': country }
  const faucet = await app.request('/api/faucet', { method: 'POST', headers })
  const { code } = z.parse(z.object({ code: z.optional(z.string()) }), await faucet.json())
  const forget = await app.request('/api/push-unsubscribe', { method: 'POST', headers })
  const access = await app.request('/api/access', { headers })
  return {
    status: faucet.status,
    code,
    forget: forget.status,
    ...z.parse(AccessResponse, await access.json()),
  }
}

const REFUSED = { status: 451, code: 'access.refused-country', forget: 200, betting: 'refused' }
const ALLOWED = { status: 200, code: undefined, forget: 200, betting: 'allowed' }

describe('withCountryRules', () => {
  test.each([
    ['US', REFUSED],
    ['us', REFUSED],
    ['VN', ALLOWED],
  ])('for a visitor from %s, the API says the same as the page', async (country, expected) => {
    expect(await ask({}, country)).toEqual(expected)
  })

  test('ignores the header where no proxy is trusted', async () => {
    expect(await ask({ proxies: 0 }, 'US')).toEqual(ALLOWED)
    expect(await ask({ proxies: 0, countries: REFUSING }, 'VN')).toEqual(REFUSED)
  })

  test.each([undefined, 'XX', 'T1', '', 'USA'])(
    'treats %s as an unknown country',
    async (country) => {
      expect(await ask({}, country)).toEqual(ALLOWED)
      expect(await ask({ countries: REFUSING }, country)).toEqual(REFUSED)
    },
  )

  test('refuses no one without rules', async () => {
    expect(await ask({ countries: null }, 'US')).toEqual(ALLOWED)
  })
})
