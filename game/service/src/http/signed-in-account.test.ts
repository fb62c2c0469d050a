import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signedInAccount } from './signed-in-account.ts'

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const SESSION = {
  address: ALICE,
  chainId: 'eip155:56',
  domain: 'play.example',
  issuedAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-08T00:00:00.000Z',
}

let seen: { url: string | undefined; headers: IncomingHttpHeaders } | null = null
const service = createServer(({ url, headers }, response) => {
  seen = { url, headers }
  const isKnown = headers.authorization === 'Bearer known'
  response.writeHead(isKnown ? 200 : 401).end(JSON.stringify(isKnown ? SESSION : {}))
})
let servicesUrl: string

beforeAll(async () => {
  await once(service.listen(0, '127.0.0.1'), 'listening')
  servicesUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
afterAll(async () => {
  service.closeAllConnections()
  service.close()
  await once(service, 'close')
})

async function accountFor(authorization: string | null, url = servicesUrl) {
  seen = null
  const source = {
    servicesUrl: url,
    projectId: 'our-page',
    publicOrigin: 'https://play.example',
    proxies: 1,
  }
  const app = new Hono().get('/', async (c) => c.json(await signedInAccount(c, source)))
  const visitor = { 'x-forwarded-for': '203.0.113.7' }
  const headers = authorization === null ? visitor : { authorization, ...visitor }
  return await (await app.request('/', { headers })).json()
}

describe('signedInAccount', () => {
  test('reads the session from the wallet service, for the site of our pages', async () => {
    expect(await accountFor('Bearer known')).toBe(ALICE)
    expect(seen).toMatchObject({
      url: '/siwx/session?projectId=our-page',
      headers: {
        authorization: 'Bearer known',
        'x-forwarded-host': 'play.example',
        'x-forwarded-for': '203.0.113.7',
      },
    })
  })

  test('is null without a token, with an unknown one, and while the service is down', async () => {
    expect(await accountFor(null)).toBeNull()
    expect(seen).toBeNull()
    expect(await accountFor('Bearer unknown')).toBeNull()
    expect(await accountFor('Bearer known', 'http://127.0.0.1:9')).toBeNull()
  })
})
