import { errorCode } from '@bullring/client/errors'
import { createGameClient } from '@bullring/client/game-client'
import { type LiveEvent, liveEvents } from '@bullring/client/live-events'
import { payoutRules } from '@bullring/client/market-rules'
import { OPERATIONS } from '@bullring/client/operations'
import { expectedReturn } from '@bullring/client/payouts'
import { decodeRound } from '@bullring/client/round'
import { WEBHOOK_OPERATIONS } from '@bullring/client/webhook-client'
import { payoutMultiple } from '@bullring/prediction/payout'
import { toWei } from '@bullring/prediction/units'
import type { RunningService } from '@bullring/server/run-service'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { TestChain } from './testing/chain/start-test-chain.ts'
import { startTestChain } from './testing/chain/start-test-chain.ts'
import type { TestDatabase } from './testing/database/create-test-database.ts'
import { createTestDatabase } from './testing/database/create-test-database.ts'
import { DOCUMENTED_OPERATIONS } from './testing/documented-operations.ts'
import { startGameService } from './testing/start-game-service.ts'

/** Paths that the client does not call: the operator's, and those without JSON. */
const NO_CALL = /^\/operator|^\/api\/stream$|^\/(?:metrics|readyz)$|:/

let chain: TestChain
let database: TestDatabase
let service: RunningService

beforeAll(async () => {
  chain = await startTestChain()
  database = await createTestDatabase(inject('postgresUrl'))
  service = await startGameService(chain, database.url)
})

afterAll(async () => {
  await service.stop()
  await database.drop()
  await chain.stop()
})

test('@bullring/client has each public operation, with the schema of the service', () => {
  const own = [...Object.values(OPERATIONS), ...Object.values(WEBHOOK_OPERATIONS)]
  const operations = DOCUMENTED_OPERATIONS.filter(({ path }) => !NO_CALL.test(path))
  expect(own.map(({ path }) => path).toSorted()).toEqual(
    operations.map(({ path }) => path).toSorted(),
  )
  for (const { path, method, response } of operations) {
    const known = own.find((one) => one.path === path)
    expect([path, known?.method, known?.response === response]).toEqual([
      path,
      method.toUpperCase(),
      true,
    ])
  }
})

describe('createGameClient', () => {
  test('has the odds and payouts of the service', async () => {
    const [alice = '0x', bob = '0x'] = chain.traders
    await chain.bet(alice, 1, 'bull', parseEther('1'))
    await chain.bet(bob, 1, 'bear', parseEther('2'))
    const game = createGameClient({ origin: service.url })
    await expect
      .poll(async () => (await game.call('round-info')).total_amount, { timeout: 10_000 })
      .toBe('3')
    const wire = await game.call('round-info', { epoch: 1 })
    const { pool, treasuryFee, multiples } = decodeRound(wire)
    const market = (await game.call('config.json')).markets['BNB']
    if (market === undefined) throw new Error('no market')
    expect(payoutMultiple(pool, 'bear', payoutRules(market, treasuryFee))).toBe(multiples.bear)
    const more = toWei(parseEther('1'))
    expect(expectedReturn(pool, 'bull', more, treasuryFee, market).payout).toBe(
      1_940_000_000_000_000_000n,
    )
  })

  test('error: names the code of a refusal', async () => {
    const game = createGameClient({ origin: service.url })
    const code = await game.call('round-info', { epoch: 9_999 }).then(() => null, errorCode)
    expect(code).toBe('round.unknown-epoch')
  })
})

describe('liveEvents', () => {
  test('continues after the last event, also on a server that was started again', async () => {
    const [, , carol = '0x', dave = '0x'] = chain.traders
    const port = new URL(service.url).port
    const received: LiveEvent[] = []
    const stop = new AbortController()
    let breaks = 0
    const reading = (async () => {
      const options = { origin: service.url, symbol: 'BNB', signal: stop.signal }
      for await (const event of liveEvents({ ...options, onBreak: () => (breaks += 1) })) {
        received.push(event)
      }
    })()
    const totals = () =>
      received.flatMap((live) =>
        live.event === 'round' && live.data.epoch === 1 ? live.data.total_amount : [],
      )
    await new Promise((resolve) => setTimeout(resolve, 500))
    await chain.bet(carol, 1, 'bull', parseEther('1'))
    await expect.poll(totals).toContain('4')
    await service.stop()
    await chain.bet(dave, 1, 'bull', parseEther('1'))
    service = await startGameService(chain, database.url, { PORT: port })
    await expect.poll(totals).toContain('5')
    expect(received.filter(({ event }) => event === 'reset')).toEqual([])
    expect(breaks).toBeGreaterThan(0)
    stop.abort()
    await reading
  })
})
