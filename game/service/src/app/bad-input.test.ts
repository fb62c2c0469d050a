import type { RunningService } from '@bullring/server/run-service'
import { Problem } from '@bullring/wire/http/problem'
import { parse } from '@bullring/wire/parse'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { TestChain } from '../testing/chain/start-test-chain.ts'
import { startTestChain } from '../testing/chain/start-test-chain.ts'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { post, startGameService } from '../testing/start-game-service.ts'

let chain: TestChain
let database: TestDatabase
let game: RunningService

beforeAll(async () => {
  chain = await startTestChain()
  database = await createTestDatabase(inject('postgresUrl'))
  game = await startGameService(chain, database.url)
})

afterAll(async () => {
  await game.stop()
  await database.drop()
  await chain.stop()
})

describe('bad input', () => {
  const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  test.each<[string, object, number, string]>([
    ['/api/round-info', { epoch: 2 }, 404, 'round.unknown-epoch'],
    ['/api/round-info', { epoch: '999999' }, 404, 'round.unknown-epoch'],
    ['/api/round-info', { epoch: 0 }, 404, 'round.unknown-epoch'],
    ['/api/round-info', { epoch: '0' }, 404, 'round.unknown-epoch'],
    ['/api/round-info', { epoch: '-1' }, 404, 'round.unknown-epoch'],
    ['/api/round-info', { epoch: -1 }, 404, 'round.unknown-epoch'],
    ['/api/round-info', { epoch: 1.5 }, 422, 'wire.invalid-message'],
    ['/api/round-info', { epoch: 'seven' }, 422, 'wire.invalid-message'],
    ['/api/round-info', { symbol: 'ETH' }, 404, 'market.unknown-symbol'],
    ['/api/current-epoch', { symbol: 'ETH' }, 404, 'market.unknown-symbol'],
    ['/api/current-epoch', { symbol: 7 }, 422, 'wire.invalid-message'],
    ['/api/current-epoch', [], 422, 'wire.invalid-message'],
    ['/api/live-round', { symbol: "'; drop table bets" }, 422, 'wire.invalid-message'],
    ['/api/rounds', { limit: 51 }, 422, 'wire.invalid-message'],
    ['/api/rounds', { limit: 0 }, 422, 'wire.invalid-message'],
    ['/api/rounds', { before_epoch: 0 }, 422, 'wire.invalid-message'],
    ['/api/rounds', { symbol: 'ETH' }, 404, 'market.unknown-symbol'],
    ['/api/trades-by-user', {}, 422, 'wire.invalid-message'],
    ['/api/trades-by-user', { user_address: '0x123' }, 422, 'wire.invalid-message'],
    ['/api/trades-by-user', { user_address: ALICE, limit: 0 }, 422, 'wire.invalid-message'],
    ['/api/trades-by-user', { user_address: ALICE, limit: 201 }, 422, 'wire.invalid-message'],
    ['/api/trades-by-user', { user_address: ALICE, symbol: 'X' }, 404, 'market.unknown-symbol'],
    ['/api/token-prices', { limit: 501 }, 422, 'wire.invalid-message'],
    ['/api/recent-bets', { limit: 51 }, 422, 'wire.invalid-message'],
    ['/api/price-history', { range: '1y' }, 422, 'wire.invalid-message'],
    ['/api/price-history', { range: '1h', symbol: 'X' }, 404, 'market.unknown-symbol'],
    ['/api/live-round', {}, 404, 'round.none-live'],
    ['/api/faucet', { user_address: ALICE }, 404, 'http.unknown-path'],
    ['/api/no-such-path', {}, 404, 'http.unknown-path'],
  ])('error: %s rejects %o with %i %s', async (path, body, status, code) => {
    const response = await post(game, path, body)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(parse(Problem, await response.json())).toMatchObject({ status, code })
  })

  test('error: names the invalid fields, never their values', async () => {
    const body = { user_address: 'secret-value', limit: 'many' }
    const problem = parse(Problem, await (await post(game, '/api/trades-by-user', body)).json())
    expect(problem.errors?.map(({ field }) => field)).toEqual(['user_address', 'limit'])
    expect(JSON.stringify(problem)).not.toContain('secret-value')
  })

  test('error: rejects a long body and an endless one', async () => {
    const long = await post(game, '/api/token-prices', { pad: 'x'.repeat(20_000) })
    expect(parse(Problem, await long.json()).code).toBe('http.body-too-large')
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(10_000).fill(32)),
    })
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: endless,
      duplex: 'half',
    }
    const response = await fetch(`${game.url}/api/round-info`, init as RequestInit)
    expect(response.status).toBe(413)
    expect((await post(game, '/api/round-info', {})).status).toBe(200)
  })
})
