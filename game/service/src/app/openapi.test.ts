import type { OperationDescription } from '@bullring/server/operations/operation'
import type { RunningService } from '@bullring/server/run-service'
import { Problem } from '@bullring/wire/http/problem'
import { parse } from '@bullring/wire/parse'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { TestChain } from '../testing/chain/start-test-chain.ts'
import { startTestChain } from '../testing/chain/start-test-chain.ts'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { DOCUMENTED_OPERATIONS } from '../testing/documented-operations.ts'
import { post, startGameService } from '../testing/start-game-service.ts'

const USD = 100_000_000n
const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

let chain: TestChain
let database: TestDatabase
let game: RunningService

beforeAll(async () => {
  chain = await startTestChain()
  database = await createTestDatabase(inject('postgresUrl'))
  await chain.push(600n * USD, chain.schedule.genesisTimestamp + 300)
  game = await startGameService(chain, database.url)
})

afterAll(async () => {
  await game.stop()
  await database.drop()
  await chain.stop()
})

function statusesOf(document: Document, { path, method }: OperationDescription): number[] {
  return Object.keys(document.paths[path]?.[method]?.responses ?? {}).map(Number)
}

type Document = { paths: Record<string, Record<string, { responses: object }>> }

async function fetchDocument(): Promise<Document> {
  const response = await fetch(`${game.url}/openapi.json`)
  return (await response.json()) as Document
}

/** Valid bodies. The faucet is off here. */
const BODIES: Readonly<Record<string, object>> = {
  '/api/price-history': { range: '1d' },
  '/api/trades-by-user': { user_address: ALICE },
  '/api/trade-stats': { user_address: ALICE },
  '/api/profit-line': { user_address: ALICE },
  '/api/refer-code': { user_address: ALICE },
  '/api/payout-switch': { user_address: ALICE },
  '/api/push-unsubscribe': { endpoint: 'https://push.example/send/1' },
}

/** Their responses depend on what this service has not: an invitation, a key for push messages, a keeper, and sessions. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  '/api/create_refer',
  '/api/push-subscribe',
  '/api/set-payout-switch',
  '/api/webhooks',
  '/api/create-webhook',
  '/api/test-webhook',
  '/api/rotate-webhook-secret',
  '/api/delete-webhook',
])

const posts = DOCUMENTED_OPERATIONS.filter(
  ({ method, path }) => method === 'post' && path !== '/api/faucet',
)

describe('GET /openapi.json', () => {
  test('lists every operation once, whether it is enabled or not', async () => {
    const names = DOCUMENTED_OPERATIONS.map(({ method, path }) => `${method} ${path}`)
    const { paths } = await fetchDocument()
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )
    expect(documented.toSorted()).toEqual(names.toSorted())
  })

  test.each(posts.filter(({ path }) => !ELSEWHERE.has(path)))(
    'describes the response of $path',
    async ({ path, response: schema }) => {
      const response = await post(game, path, BODIES[path] ?? {})
      expect(response.status).toBe(200)
      expect(parse(schema, await response.json())).toBeDefined()
    },
  )

  test.each(posts)('error: lists the statuses of $path', async (operation) => {
    const statuses = statusesOf(await fetchDocument(), operation)
    const headers = { 'content-type': 'application/json' }
    const bad: RequestInit[] = [
      { body: '{', headers },
      { body: '[]', headers },
      { body: '{}', headers: { 'content-type': 'text/plain' } },
      { body: ' '.repeat(20_000), headers },
      { body: '{}', headers: { ...headers, origin: 'https://evil.example' } },
      { body: '{"symbol":"ETH"}', headers },
    ]
    const received = await Promise.all(
      bad.map(async (init) => {
        const response = await fetch(`${game.url}${operation.path}`, { method: 'POST', ...init })
        if (response.status !== 200) parse(Problem, await response.json())
        return response.status
      }),
    )
    expect(received.slice(0, 5)).toEqual([400, 422, 415, 413, 403])
    expect([200, ...statuses]).toEqual(expect.arrayContaining(received))
  })
})
