// @vitest-environment node
import { afterEach, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '#testing/test-service.ts'
import { BalanceUnavailableError, createBlockchainApi } from './blockchain-api-client.ts'

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const COIN = {
  name: 'BNB',
  symbol: 'BNB',
  chainId: 'eip155:56',
  price: 600,
  quantity: { decimals: '18', numeric: '1' },
  iconUrl: '',
}

let service: TestService | undefined
afterEach(() => service?.stop())

/** A client of a service that knows network 56; `fails` lists the calls that it refuses. */
async function start(fails: readonly string[] = []) {
  const failing = new Set(fails)
  service = await startTestService((path) => {
    const call = path.split('/').at(-1) ?? ''
    if (failing.has(call)) return { status: 400, body: '' }
    if (call === 'supported-chains') return { body: { http: ['eip155:56'], ws: [] } }
    if (call === 'balance') return { body: { balances: [COIN] } }
    if (call === 'history') return { body: { data: [], next: null } }
    return { body: { name: 'alice', avatar: null } }
  })
  const clock = { now: 1_000_000 }
  const api = createBlockchainApi({ baseUrl: service.url, projectId: 'p', now: () => clock.now })
  const { asked } = service
  const count = (call: string) => asked.filter(({ pathname }) => pathname.includes(call)).length
  return { api, clock, count, failing, asked }
}

describe('getBalances', () => {
  test('names account, network, currency and itself', async () => {
    const { api, asked } = await start()
    await api.getBalances(ACCOUNT, 56)
    const url = asked.at(-1)
    expect(url?.pathname).toBe(`/v1/account/${ACCOUNT}/balance`)
    expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
      currency: 'usd',
      chainId: 'eip155:56',
      projectId: 'p',
      st: 'wallet-kit',
      sv: 'bullring-1',
    })
  })
  test('asks once in 30 seconds', async () => {
    const { api, clock, count } = await start()
    await Promise.all([api.getBalances(ACCOUNT, 56), api.getBalances(ACCOUNT, 56)])
    clock.now += 29_999
    await api.getBalances(ACCOUNT, 56)
    expect(count('balance')).toBe(1)
    clock.now += 1
    await api.getBalances(ACCOUNT, 56)
    expect(count('balance')).toBe(2)
  })
  test('asks again once they are forgotten', async () => {
    const { api, count } = await start()
    await api.getBalances(ACCOUNT, 56)
    api.forgetBalances()
    await api.getBalances(ACCOUNT, 56)
    expect(count('balance')).toBe(2)
  })
  test('error: leaves the service alone for 30 seconds after a failure', async () => {
    const { api, clock, count, failing } = await start(['balance'])
    await expect(api.getBalances(ACCOUNT, 56)).rejects.toThrow(BalanceUnavailableError)
    failing.clear()
    clock.now += 29_999
    await expect(api.getBalances(ACCOUNT, 56)).rejects.toThrow('Token Balance Unavailable')
    expect(count('balance')).toBe(1)
    clock.now += 1
    expect(await api.getBalances(ACCOUNT, 56)).toHaveLength(1)
  })
  test('error: a network that the service does not know is not asked about', async () => {
    const { api, count } = await start()
    await expect(api.getBalances(ACCOUNT, 97)).rejects.toThrow(BalanceUnavailableError)
    expect(count('balance')).toBe(0)
  })
})

describe('createBlockchainApi', () => {
  test('error: tells of a refusal, which may be a mistake of the app', async () => {
    service = await startTestService(() => ({ status: 403, body: 'Unauthorized: invalid key' }))
    const heard: unknown[] = []
    const onRefused = (error: unknown) => heard.push(error)
    const api = createBlockchainApi({ baseUrl: service.url, projectId: 'p', onRefused })
    await expect(api.getIdentity(ACCOUNT, 56)).rejects.toThrow('Unauthorized: invalid key')
    expect(heard).toHaveLength(1)
  })
})

describe('getIdentity', () => {
  test('is good for 300 seconds', async () => {
    const { api, clock, count } = await start()
    await api.getIdentity(ACCOUNT, 56)
    clock.now += 299_999
    expect(await api.getIdentity(ACCOUNT, 56)).toEqual({ name: 'alice', avatar: null })
    expect(count('identity')).toBe(1)
    clock.now += 1
    await api.getIdentity(ACCOUNT, 56)
    expect(count('identity')).toBe(2)
  })
  test('is empty on a network that the service does not know', async () => {
    const { api, count } = await start()
    expect(await api.getIdentity(ACCOUNT, 97)).toEqual({ name: null, avatar: null })
    expect(count('identity')).toBe(0)
  })
})

describe('getHistory', () => {
  test('passes the cursor on', async () => {
    const { api, asked } = await start()
    await api.getHistory({ account: ACCOUNT, chainId: 56, cursor: 'page-2' })
    expect(asked.at(-1)?.searchParams.get('cursor')).toBe('page-2')
  })
  test('is empty on a network that the service does not know', async () => {
    const { api, count } = await start()
    const page = await api.getHistory({ account: ACCOUNT, chainId: 97, cursor: null })
    expect(page).toEqual({ data: [], next: null })
    expect(count('history')).toBe(0)
  })
})
