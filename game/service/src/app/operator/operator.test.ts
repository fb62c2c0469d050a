import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OperatorReport } from '@bullring/game-api/operator'
import { createServiceMetrics } from '@bullring/server/metrics/service-metrics'
import type { RunningService } from '@bullring/server/run-service'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { parse } from '@bullring/wire/parse'
import { getAddress, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { parseMetrics, seriesOf } from '../../operator/figures/parse-metrics.ts'
import type { TestChain } from '../../testing/chain/start-test-chain.ts'
import { startTestChain, TEST_KEEPER_KEY } from '../../testing/chain/start-test-chain.ts'
import type { TestDatabase } from '../../testing/database/create-test-database.ts'
import { createTestDatabase } from '../../testing/database/create-test-database.ts'
import { get, startGameService } from '../../testing/start-game-service.ts'

const TOKEN = 'the-token-of-the-operator-of-this-site'
const METRICS = 'a-token-for-metrics'
const OWNER = localAccounts(0).owner.address

let chain: TestChain
let database: TestDatabase
let game: RunningService
let wallet: Server
let bundler: Server

/** Answers as the wallet service does: one token is the owner's session, the other a player's. */
function answerSession(authorization: string | undefined) {
  const accounts: Record<string, string> = {
    'Bearer session-of-owner': OWNER,
    'Bearer session-of-player': chain.traders[0] ?? '0x',
  }
  const address = accounts[authorization ?? '']
  return (
    address && {
      address,
      chainId: 'eip155:31337',
      domain: 'play.example',
      issuedAt: '2026-01-01T00:00:00.000Z',
      expiresAt: '2026-01-02T00:00:00.000Z',
    }
  )
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  chain = await startTestChain()
  database = await createTestDatabase(inject('postgresUrl'))
  const [alice = '0x' as const, bob = '0x' as const] = chain.traders
  await chain.push(59_900_000_000n, chain.schedule.genesisTimestamp + 100)
  await chain.bet(alice, 1, 'bull', parseEther('2'))
  await chain.bet(bob, 1, 'bear', parseEther('1'))
  wallet = createServer((request, response) => {
    const session = answerSession(request.headers.authorization)
    response.statusCode = session ? 200 : 401
    response.end(JSON.stringify(session ?? {}))
  })
  const metrics = createServiceMetrics()
  metrics.gauge('bundler_relayer_balance_bnb', 'Balance').set(1.5)
  metrics.gauge('bundler_budget_bnb', 'Budget').set(0.1)
  metrics.gauge('bundler_budget_spent_bnb', 'Spent').set(0.025)
  metrics.component('node', false)
  bundler = createServer(async (request, response) => {
    const isAllowed = request.headers.authorization === `Bearer ${METRICS}`
    response.statusCode = isAllowed ? 200 : 404
    response.end(isAllowed ? await metrics.text() : '')
  })
  game = await startGameService(chain, database.url, {
    OPERATOR_TOKEN: TOKEN,
    METRICS_TOKEN: METRICS,
    // Nothing listens at the port of the custody service.
    OPERATOR_SERVICES: `bundler=${await listen(bundler)},custody=http://127.0.0.1:9`,
    WALLET_SERVICE_URL: await listen(wallet),
    GAME_SIGN_IN: 'optional',
    GAME_KEEPER_PRIVATE_KEY: TEST_KEEPER_KEY,
    TRUST_PROXY: '1',
  })
})

afterAll(async () => {
  await game.stop()
  wallet.close()
  bundler.close()
  await database.drop()
  await chain.stop()
})

/** Each request has its own address: attempts are counted by it. */
const addresses = Array.from({ length: 200 }, (_, index) => `192.0.2.${index}`)
function from(token: string | null, ip = addresses.pop() ?? ''): Record<string, string> {
  return { 'x-forwarded-for': ip, ...(token !== null && { authorization: `Bearer ${token}` }) }
}

async function report(): Promise<OperatorReport> {
  const response = await get(game, '/operator/report', from(TOKEN))
  expect(response.status).toBe(200)
  return parse(OperatorReport, await response.json())
}

describe('access', () => {
  test.each(['/operator/report', '/operator/checks'])(
    '%s is closed without a token',
    async (path) => {
      const response = await get(game, path, from(null))
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({ code: 'operator.required' })
    },
  )

  test('is refused with a wrong token, and with the session of an account that owns no market', async () => {
    for (const token of [`${TOKEN}x`, TOKEN.slice(1), METRICS, 'session-of-player'])
      expect((await get(game, '/operator/report', from(token))).status).toBe(401)
  })

  test('is open with the token, and with the session of the owner; nothing may be stored', async () => {
    for (const token of [TOKEN, 'session-of-owner']) {
      const response = await get(game, '/operator/report', from(token))
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('x-robots-tag')).toBe('noindex')
    }
  })

  test('wrong tokens are limited by address; right ones are not counted', async () => {
    const ip = '198.51.100.1'
    for (let times = 0; times < 30; times += 1)
      expect((await get(game, '/operator/report', from(TOKEN, ip))).status).toBe(200)
    const statuses: number[] = []
    for (let times = 0; times < 15; times += 1)
      statuses.push((await get(game, '/operator/report', from('wrong', ip))).status)
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(11)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('report', () => {
  test('has the terms of the contract and who may change them', async () => {
    const { markets } = await report()
    expect(markets).toMatchObject([
      {
        symbol: 'BNB',
        kind: 'bullring',
        prediction: getAddress(chain.market.prediction),
        problem: null,
        terms: { owners: [OWNER], is_paused: false, next: null, collectable: '0', max_fee: 1000 },
      },
    ])
  })

  test('has the figures of /metrics of this service and of its sisters', async () => {
    const response = await fetch(`${game.url}/metrics`, {
      headers: { authorization: `Bearer ${METRICS}` },
    })
    const series = parseMetrics(await response.text())
    const [balance] = seriesOf(series, 'keeper_balance_coins', { market: 'BNB' })
    // Leads after a moment.
    await expect
      .poll(async () => (await report()).keepers, { interval: 500, timeout: 30_000 })
      .toMatchObject([
        { market: 'BNB', service: 'game', is_running: true, balance: balance?.value },
      ])
    const { relayer } = await report()
    expect(relayer).toEqual({ balance: 1.5, is_low: false, budget: 0.1, spent: 0.025 })
  })

  test('says which service is silent, and what does not work in another', async () => {
    const { services } = await report()
    expect(services).toMatchObject([
      { name: 'game', state: 'up' },
      { name: 'bundler', state: 'up', down: ['node'] },
      { name: 'custody', state: 'silent', build: null },
    ])
  })

  test('names the hosts of the nodes only, and counts their requests', async () => {
    const { nodes } = await report()
    expect(nodes).toMatchObject([
      { host: new URL(chain.rpcUrl).host, is_left_out: false, failed: 0 },
    ])
  })

  test('sums up the bets of the last hours', async () => {
    const { hours, since } = await report()
    expect(hours).toHaveLength(24)
    expect(hours.at(-1)).toMatchObject({ bets: 2, volume: '3', players: 2 })
    expect(since).toBeGreaterThan(0)
  })
})

test('checks name no result where no process can run them', async () => {
  const response = await get(game, '/operator/checks', from(TOKEN))
  expect(await response.json()).toEqual({ checked_at: null, findings: [] })
})

test('a service without an operator has no such paths', async () => {
  const other = await createTestDatabase(inject('postgresUrl'))
  const closed = await startGameService(chain, other.url)
  try {
    expect((await fetch(`${closed.url}/operator/report`)).status).toBe(404)
  } finally {
    await closed.stop()
    await other.drop()
  }
})
