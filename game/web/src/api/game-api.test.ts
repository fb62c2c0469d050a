import { toEpoch } from '@bullring/prediction/units'
import { ApiInvalidResponseError } from '@bullring/wire/http/request-errors'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createGameApi } from './game-api.ts'

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

function serve(body: unknown) {
  const fetched = vi.fn((_path: string, _init?: RequestInit) =>
    Promise.resolve(new Response(JSON.stringify(body))),
  )
  vi.stubGlobal('fetch', fetched)
  return () => {
    const [path, init] = fetched.mock.calls[0] ?? []
    return [path, JSON.parse(String(init?.body))]
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('createGameApi', () => {
  test('requests an epoch as text in the market BNB', async () => {
    const sent = serve({})
    await createGameApi()
      .round(toEpoch(10n))
      .catch(() => undefined)
    expect(sent()).toEqual(['/api/round-info', { symbol: 'BNB', epoch: '10' }])
  })

  test('pages through the trades of an account', async () => {
    const sent = serve([])
    const page = { account: ALICE, limit: 30, beforeEpoch: toEpoch(99n) } as const
    expect(await createGameApi().tradesByUser(page)).toEqual([])
    expect(sent()).toEqual([
      '/api/trades-by-user',
      { symbol: 'BNB', user_address: ALICE, limit: 30, before_epoch: 99 },
    ])
  })

  test('pages through the rounds', async () => {
    const sent = serve([])
    const page = { limit: 20, beforeEpoch: toEpoch(99n) }
    expect(await createGameApi().rounds(page)).toEqual([])
    expect(sent()).toEqual(['/api/rounds', { symbol: 'BNB', limit: 20, before_epoch: 99 }])
  })

  test('reads prices as oracle prices', async () => {
    serve([{ timestamp: 5, price: '612.34', epoch: 3 }])
    expect(await createGameApi().tokenPrices(30)).toEqual([
      { timestamp: 5, price: 61_234_000_000n, epoch: 3n },
    ])
  })

  test('keeps the last of several prices in one second', async () => {
    serve([
      { timestamp: 5, price: '612', epoch: 3 },
      { timestamp: 6, price: '613', epoch: 3 },
      { timestamp: 6, price: '614', epoch: 3 },
    ])
    expect(await createGameApi().tokenPrices(30)).toMatchObject([
      { timestamp: 5, price: 61_200_000_000n },
      { timestamp: 6, price: 61_400_000_000n },
    ])
  })

  test('error: rejects a response that breaks its schema', async () => {
    serve({ epoch: 'twelve' })
    await expect(createGameApi().currentEpoch()).rejects.toBeInstanceOf(ApiInvalidResponseError)
  })
})
