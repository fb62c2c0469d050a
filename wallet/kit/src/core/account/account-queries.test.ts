// @vitest-environment node
import { InfiniteQueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createWalletService } from '#core/service/wallet-service.ts'
import { createKitQueryClient } from '#create-query-client.ts'
import { startTestService, type TestService } from '#testing/test-service.ts'
import { fetchBalances, HOLDINGS_KEY, historyQuery, identityQuery } from './account-queries.ts'

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const ON_BNB = { account: ACCOUNT, chainId: 56 } as const
const ON_TESTNET = { account: ACCOUNT, chainId: 97 } as const
const COIN = {
  name: 'BNB',
  symbol: 'BNB',
  chainId: 'eip155:56',
  price: 600,
  quantity: { decimals: '18', numeric: '1' },
  iconUrl: '',
}

let testService: TestService | undefined
afterEach(() => {
  testService?.stop()
  vi.restoreAllMocks()
})

/** Starts a service that supports network 56 and refuses the requests in `fails`. */
async function start(fails: readonly string[] = []) {
  const failing = new Set(fails)
  testService = await startTestService((path) => {
    const call = path.split('/').at(-1) ?? ''
    if (failing.has(call)) return { status: 400, body: '' }
    if (call === 'supported-chains') return { body: { http: ['eip155:56'], ws: [] } }
    if (call === 'balance') return { body: { balances: [COIN] } }
    if (call === 'history') return { body: { data: [], next: 'page-2' } }
    return { body: { name: 'alice', avatar: null } }
  })
  const clock = { now: 1_000_000 }
  vi.spyOn(Date, 'now').mockImplementation(() => clock.now)
  const { requests, url: baseUrl } = testService
  return {
    client: createKitQueryClient(),
    service: createWalletService({ baseUrl, projectId: 'p' }),
    clock,
    failing,
    requests,
    count: (call: string) => requests.filter(({ pathname }) => pathname.includes(call)).length,
  }
}

describe('fetchBalances', () => {
  test('sends account, network, currency, project id and SDK version', async () => {
    const { client, service, requests } = await start()
    await fetchBalances(client, service, ON_BNB)
    const url = requests.at(-1)
    expect(url?.pathname).toBe(`/v1/account/${ACCOUNT}/balance`)
    expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
      currency: 'usd',
      chainId: 'eip155:56',
      projectId: 'p',
      st: 'appkit',
      sv: 'react-wagmi-1.7.3',
    })
  })
  test('sends one request in 30 seconds', async () => {
    const { client, service, clock, count } = await start()
    await Promise.all([
      fetchBalances(client, service, ON_BNB),
      fetchBalances(client, service, ON_BNB),
    ])
    clock.now += 29_999
    await fetchBalances(client, service, ON_BNB)
    expect(count('balance')).toBe(1)
    clock.now += 1
    await fetchBalances(client, service, ON_BNB)
    expect(count('balance')).toBe(2)
  })
  test('sends a new request after an invalidation', async () => {
    const { client, service, requests, count } = await start()
    await fetchBalances(client, service, ON_BNB)
    expect(requests.at(-1)?.searchParams.has('forceUpdate')).toBe(false)
    await client.invalidateQueries({ queryKey: HOLDINGS_KEY })
    await fetchBalances(client, service, ON_BNB)
    expect(count('balance')).toBe(2)
    // The service must not respond with balances from before the transfer.
    expect(requests.at(-1)?.searchParams.get('forceUpdate')).toBe('eip155:56')
  })
  test('error: sends nothing for 30 seconds after a failure', async () => {
    const { client, service, clock, count, failing } = await start(['balance'])
    expect(await fetchBalances(client, service, ON_BNB)).toBeNull()
    failing.clear()
    clock.now += 29_999
    expect(await fetchBalances(client, service, ON_BNB)).toBeNull()
    expect(count('balance')).toBe(1)
    clock.now += 1
    expect(await fetchBalances(client, service, ON_BNB)).toHaveLength(1)
  })
  test('error: sends nothing about a network that the service does not support', async () => {
    const { client, service, count } = await start()
    expect(await fetchBalances(client, service, ON_TESTNET)).toBeNull()
    expect(count('balance')).toBe(0)
  })
})

describe('identityQuery', () => {
  test('is fresh for 300 seconds', async () => {
    const { client, service, clock, count } = await start()
    const query = identityQuery(service, ON_BNB)
    await client.fetchQuery(query)
    clock.now += 299_999
    expect(await client.fetchQuery(query)).toEqual({ name: 'alice', avatar: null })
    expect(count('identity')).toBe(1)
    clock.now += 1
    await client.fetchQuery(query)
    expect(count('identity')).toBe(2)
  })
  test('is empty on a network that the service does not support', async () => {
    const { client, service, count } = await start()
    const identity = await client.fetchQuery(identityQuery(service, ON_TESTNET))
    expect(identity).toEqual({ name: null, avatar: null })
    expect(count('identity')).toBe(0)
  })
})

describe('historyQuery', () => {
  test('passes the cursor on', async () => {
    const { client, service, requests } = await start()
    const observer = new InfiniteQueryObserver(client, historyQuery(service, ON_BNB))
    const stop = observer.subscribe(() => undefined)
    await expect.poll(() => observer.getCurrentResult().isSuccess).toBe(true)
    await observer.fetchNextPage()
    stop()
    expect(requests.at(-1)?.searchParams.get('cursor')).toBe('page-2')
  })
  test('is empty on a network that the service does not support', async () => {
    const { client, service, count } = await start()
    const { pages } = await client.fetchInfiniteQuery(historyQuery(service, ON_TESTNET))
    expect(pages).toEqual([{ data: [], next: null }])
    expect(count('history')).toBe(0)
  })
})
