import { createHash } from 'node:crypto'
import type { RunningService } from '@bullring/server/run-service'
import { GasPrice } from '@bullring/wallet-api/blockchain-api/gas-price'
import { GetWalletsResponse } from '@bullring/wallet-api/catalogue/get-wallets'
import { ProjectConfig } from '@bullring/wallet-api/project/project-config'
import { parse } from '@bullring/wire/parse'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { fetchChecked, PROJECT_ID, startTestWallet } from '../testing/start-test-wallet.ts'
import { startTestChain, type TestChain } from '../testing/test-chain.ts'
import { createTestDatabase } from '../testing/test-database.ts'

const METRICS_TOKEN = 'a-token-of-the-operator'
let chain: TestChain
let wallet: RunningService
let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  ;[chain, database] = await Promise.all([
    startTestChain(),
    createTestDatabase(inject('postgresUrl')),
  ])
  const variables = {
    WALLET_ANALYTICS: 'true',
    METRICS_TOKEN: METRICS_TOKEN,
    GAME_PUBLIC_URL: 'https://tunnel.example',
    WALLET_OWN_URL: 'https://wallets.example',
    TRUST_PROXY: 'true',
    RATE_LIMIT_PER_MINUTE: '60',
  }
  wallet = await startTestWallet(chain, database.url, variables, { rpcCallsPerMinute: 50 })
})
afterAll(async () => {
  await wallet.stop()
  await Promise.all([chain.stop(), database.drop()])
})

/** An IPv6 address in a /64 network that no other call uses. */
function newAddress(): string {
  const [, group1, group2, group3] = crypto.randomUUID().split('-')
  return `2001:${group1}:${group2}:${group3}::1`
}

/** Calls from a new IP address each time, unless `ip` is given. */
function call(path: string, init: RequestInit & { key?: string; ip?: string } = {}) {
  const { key = PROJECT_ID, ip = newAddress(), headers, ...rest } = init
  const url = new URL(path, wallet.url)
  if (key !== '') url.searchParams.set('projectId', key)
  return fetchChecked(url, { ...rest, headers: { 'x-forwarded-for': ip, ...headers } })
}
const origin = (value: string) => ({ headers: { origin: value } })

describe('access', () => {
  test.each(['', 'unknown'])('error: rejects project id %j', async (key) => {
    const response = await call('/getWallets', { key })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({
      code: 'access.invalid-key',
      detail: 'Unauthorized: invalid key',
    })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  test.each(['https://evil.example', 'http://play.example', 'null'])(
    'error: rejects pages of %s in a response they can read',
    async (value) => {
      for (const path of ['/getAnalyticsConfig', '/getWalletImage/x', '/v1/supported-chains']) {
        const response = await call(path, origin(value))
        expect(response.status).toBe(403)
        expect(await response.json()).toMatchObject({
          code: 'access.origin-not-allowed',
          detail: 'Unauthorized: origin not allowed',
        })
        expect(response.headers.get('access-control-allow-origin')).toBe('*')
      }
    },
  )

  test('allows pages of listed origins and of the service, and programs', async () => {
    const pages = ['https://play.example', 'https://tunnel.example', wallet.url]
    for (const init of [...pages.map(origin), {}]) {
      expect((await call('/getWallets', init)).status).toBe(200)
    }
  })

  test('serves other people’s pages at its own origin', async () => {
    const atOwnOrigin = { 'x-forwarded-host': 'wallets.example' }
    const page = { ...atOwnOrigin, origin: 'https://play.example' }
    const listed = await call('/getWallets', { headers: page })
    expect(listed.status).toBe(200)
    expect(listed.headers.get('access-control-allow-origin')).toBe('*')
    const foreign = { ...atOwnOrigin, origin: 'https://evil.example' }
    expect((await call('/getWallets', { headers: foreign })).status).toBe(403)
    const headers = { 'x-forwarded-for': newAddress(), 'x-forwarded-host': 'wallet.example' }
    expect(
      (await fetch(`${wallet.url}/getWallets?projectId=${PROJECT_ID}`, { headers })).status,
    ).toBe(421)
  })

  test('responds to preflight requests on every path', async () => {
    for (const path of ['/siwx/session', '/v1/', '/nowhere']) {
      const response = await call(path, {
        method: 'OPTIONS',
        key: '',
        headers: {
          origin: 'https://play.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type,authorization',
        },
      })
      expect(response.status).toBe(204)
      expect(response.headers.get('access-control-allow-headers')).toContain('authorization')
    }
  })

  test('requires no key for pictures, health and OpenAPI document', async () => {
    const description = await fetch(new URL('/openapi.json', wallet.url))
    expect(await description.json()).toMatchObject({ openapi: '3.1.0' })
    expect((await call('/getWalletImage/x', { key: '' })).status).toBe(200)
    expect((await call('/healthz', { key: '' })).status).toBe(200)
    const ready = await call('/readyz', { key: '' })
    expect(await ready.json()).toEqual({
      status: 'ready',
      components: { database: 'up', chain: 'up' },
    })
  })

  test('error: responds to unknown paths and methods with problems', async () => {
    expect(await (await call('/nowhere')).json()).toMatchObject({ code: 'http.unknown-path' })
    const wrong = await call('/getWallets', { method: 'POST' })
    expect(wrong.status).toBe(405)
    expect(wrong.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('error: limits the requests of an IP address', async () => {
    const statuses = await Promise.all(
      Array.from(
        { length: 70 },
        async () => (await call('/getAnalyticsConfig', { ip: '9.9.9.9' })).status,
      ),
    )
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(60)
    expect(statuses).toContain(429)
    expect((await call('/getAnalyticsConfig')).status).toBe(200)
  })
})

describe('getWallets', () => {
  test('returns pages of the catalogue', async () => {
    const response = await call('/getWallets?page=2&entries=40&chains=eip155:56&st=appkit')
    const { data, count } = parse(GetWalletsResponse, await response.json())
    expect(count).toBeGreaterThan(40)
    expect(data).toHaveLength(count - 40)
  })

  test('finds wallets by the ids that existing apps use', async () => {
    const ids = [
      'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96',
      'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa',
    ]
    const find = async (query: string) => {
      const response = await call(`/getWallets?entries=100&${query}`)
      return parse(GetWalletsResponse, await response.json())
    }
    const included = await find(`include=${ids.join(',')}`)
    expect(included.data).toMatchObject([
      { id: ids[0], name: 'MetaMask' },
      { id: ids[1], name: 'Coinbase Wallet', rdns: 'com.coinbase.wallet' },
    ])
    const derived = createHash('sha256').update('io.metamask').digest('hex')
    const former = 'd0ca99ff52b99abc48743dad0f7fc891e041be73574f7fac4afe5d4bb83845c8'
    expect((await find(`include=${derived},${former}`)).data).toEqual(included.data)
    const all = await find('')
    const others = await find(`exclude=${ids.join(',')},${'0'.repeat(64)},foo`)
    expect(others.count).toBe(all.count - 2)
  })

  test('may be cached by the browser of one page', async () => {
    const { headers } = await call('/getWallets', origin('https://play.example'))
    expect(headers.get('cache-control')).toBe('private, max-age=300')
    expect(headers.get('vary')).toContain('origin')
    expect((await call('/getAnalyticsConfig')).headers.get('cache-control')).toBe('no-store')
  })

  test('error: names the invalid query parameters', async () => {
    const response = await call('/getWallets?page=0')
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ errors: [{ field: 'page' }] })
  })
})

describe('analytics', () => {
  const event = (name: string) => ({
    eventId: crypto.randomUUID(),
    url: 'https://play.example/',
    domain: 'play.example',
    timestamp: Date.now(),
    props: {
      type: 'track',
      event: name,
      address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      properties: { method: 'browser' },
    },
  })
  const send = (body: unknown) => call('/e', { method: 'POST', body: JSON.stringify(body) })

  test('counts events by day, and keeps nothing else', async () => {
    expect(await (await call('/getAnalyticsConfig')).json()).toEqual({ isAnalyticsEnabled: true })
    for (const name of ['MODAL_OPEN', 'MODAL_OPEN', 'CONNECT_SUCCESS']) {
      expect((await send(event(name))).status).toBe(202)
    }
    const rows = await database.db.selectFrom('event_counts').selectAll().orderBy('event').execute()
    expect(rows).toMatchObject([
      { event: 'CONNECT_SUCCESS', count: 1 },
      { event: 'MODAL_OPEN', count: 2 },
    ])
  })

  test('counts a batch of a page that closes, without the events it does not know', async () => {
    const batch = ['MODAL_OPEN', 'NEW_IN_2_0', 'MODAL_OPEN', 'USER_REJECTED'].map(event)
    // As navigator.sendBeacon sends it.
    const headers = { 'content-type': 'text/plain;charset=UTF-8' }
    const body = JSON.stringify(batch)
    expect((await call('/batch', { method: 'POST', headers, body })).status).toBe(202)
    const rows = await database.db.selectFrom('event_counts').selectAll().orderBy('event').execute()
    expect(rows).toMatchObject([
      { event: 'CONNECT_SUCCESS', count: 1 },
      { event: 'MODAL_OPEN', count: 4 },
      { event: 'USER_REJECTED', count: 1 },
    ])
    expect((await call('/batch', { method: 'POST', headers, body: '[]' })).status).toBe(202)
    expect((await call('/batch', { method: 'POST', headers, body: '{}' })).status).toBe(422)
  })

  test('error: rejects unknown events', async () => {
    expect((await send(event('DROP_TABLE'))).status).toBe(422)
    expect((await send('x')).status).toBe(422)
    expect((await call('/e', { method: 'POST', body: '{' })).status).toBe(400)
  })
})

describe('project of a kit', () => {
  test('leaves to the app what the service can do, and turns the rest off', async () => {
    const response = await call('/appkit/v1/config?st=appkit&sv=react-wagmi-1.8.19')
    const { features } = parse(ProjectConfig, await response.json())
    const byId = Object.fromEntries(features.map(({ id, ...feature }) => [id, feature]))
    expect(byId).toMatchObject({
      social_login: { isEnabled: true, config: null },
      activity: { isEnabled: true, config: null },
      swap: { isEnabled: false, config: [] },
      onramp: { isEnabled: false, config: [] },
    })
  })

  test('has no limits, and names the origin of the page alone', async () => {
    const limits = await call('/appkit/v1/project-limits')
    expect(await limits.json()).toEqual({
      planLimits: { tier: 'none', isAboveRpcLimit: false, isAboveMauLimit: false },
    })
    const page = 'https://tunnel.example'
    const origins = await call('/projects/v1/origins', origin(page))
    expect(await origins.json()).toEqual({ allowedOrigins: [page] })
    expect(await (await call('/projects/v1/origins')).json()).toEqual({ allowedOrigins: [] })
    expect((await call('/projects/v1/origins', origin('https://other.example'))).status).toBe(403)
    expect((await call('/appkit/v1/config', { key: '' })).status).toBe(401)
  })
})

describe('gas price', () => {
  test('is the node’s suggestion in wei, as integers', async () => {
    const suggested = await chain.client.getGasPrice()
    const response = await call('/v1/convert/gas-price?chainId=eip155:31337')
    const { standard, fast, instant } = parse(GasPrice, await response.json())
    expect(BigInt(standard)).toBe(suggested)
    expect(BigInt(fast)).toBeGreaterThan(BigInt(standard))
    expect(BigInt(instant)).toBeGreaterThan(BigInt(fast))
  })

  test('error: fails with 404 for a chain that is not served', async () => {
    expect((await call('/v1/convert/gas-price?chainId=eip155:1')).status).toBe(404)
  })
})

describe('JSON-RPC', () => {
  const rpc = (body: unknown, init: Parameters<typeof call>[1] = {}) =>
    call('/v1/?chainId=eip155:31337', {
      method: 'POST',
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
      body: JSON.stringify(body),
      ...init,
    })
  const chainId = { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }

  test('accepts calls sent as text/plain', async () => {
    expect(await (await rpc(chainId)).json()).toEqual({ jsonrpc: '2.0', id: 1, result: '0x7a69' })
  })

  test.each([
    'anvil_setBalance',
    'evm_mine',
    'hardhat_setCode',
    'debug_traceCall',
    'txpool_content',
    'personal_sign',
    'eth_accounts',
    'eth_sign',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'eth_sendUnsignedTransaction',
    'ETH_CALL',
    ' eth_chainId',
  ])('error: rejects %s, alone and in a batch', async (method) => {
    const call = { ...chainId, id: 2, method }
    const refusal = { jsonrpc: '2.0', id: 2, error: { code: expect.any(Number) } }
    expect(await (await rpc(call)).json()).toMatchObject(refusal)
    const reply = await (await rpc([chainId, call, { ...chainId, id: 'c' }])).json()
    expect(reply).toMatchObject([
      { id: 1, result: '0x7a69' },
      refusal,
      { id: 'c', result: '0x7a69' },
    ])
    expect([-32_601, 4_200]).toContain((reply as { error: { code: number } }[])[1]?.error.code)
  })

  test('error: executes the parsed call, so that a duplicate key bypasses no check', async () => {
    const before = await chain.client.getBlockNumber()
    const trick = '{"jsonrpc":"2.0","id":1,"method":"evm_mine","method":"eth_chainId","extra":"x"}'
    const response = await call('/v1/?chainId=eip155:31337', { method: 'POST', body: trick })
    expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: '0x7a69' })
    expect(await chain.client.getBlockNumber()).toBe(before)
  })

  test.each(['[]', '{}', '3', 'null', '{"method":["eth_call"]}'])(
    'error: rejects %s as an invalid request',
    async (body) => {
      const response = await call('/v1/?chainId=eip155:31337', { method: 'POST', body })
      expect(await response.json()).toMatchObject({ error: { code: -32_600 } })
    },
  )

  test('error: rejects unknown chains', async () => {
    const response = await call('/v1/?chainId=eip155:1', { method: 'POST', body: '[]' })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'chain.not-served' })
  })

  test('error: counts each call of a batch against the limit', async () => {
    const batch = Array.from({ length: 40 }, () => chainId)
    expect((await rpc(batch, { ip: '8.8.8.8' })).status).toBe(200)
    const refused = await rpc(batch, { ip: '8.8.8.8' })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('refuses filters in geth’s wording, by which ethers falls back to polling', async () => {
    const reply = await (await rpc({ ...chainId, method: 'eth_newFilter' })).json()
    expect(reply).toMatchObject({
      error: { message: expect.stringMatching(/the method .* does not exist/i) },
    })
  })

  test('error: counts an expensive call as many, and refuses logs of the whole chain', async () => {
    const logs = (filter: object) => ({ ...chainId, method: 'eth_getLogs', params: [filter] })
    const short = logs({ fromBlock: '0x0', toBlock: '0x1' })
    const ip = '7.7.7.7'
    expect(await (await rpc([short, short], { ip })).json()).toMatchObject([
      { result: [] },
      { result: [] },
    ])
    expect((await rpc(short, { ip })).status).toBe(429)
    const open = await rpc(logs({ fromBlock: '0x0' }))
    expect(await open.json()).toMatchObject({ result: expect.any(Array) })
    const all = await rpc(logs({ fromBlock: 'earliest' }))
    expect(await all.json()).toMatchObject({ error: { code: -32_602 } })
  })

  test('error: limits the calls to nodes of all callers together', async () => {
    const own = await createTestDatabase(inject('postgresUrl'))
    const limited = await startTestWallet(chain, own.url, {}, { upstreamCallsPerMinute: 60 })
    const url = `${limited.url}/v1/?projectId=${PROJECT_ID}&chainId=eip155:31337`
    const batch = Array.from({ length: 100 }, (_, id) => ({
      ...chainId,
      id,
      method: 'eth_getBalance',
      params: [`0x${id.toString(16).padStart(40, '0')}`, 'latest'],
    }))
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(batch) })
    const replies = (await response.json()) as { error?: { code: number } }[]
    await limited.stop()
    await own.drop()
    const refused = replies.filter(({ error }) => error?.code === -32_005)
    expect(refused.length).toBeGreaterThanOrEqual(35)
    expect(refused.length).toBeLessThan(100)
  })

  test('error: rejects bodies of more than a megabyte', async () => {
    const response = await rpc(['x'.repeat(1_024 * 1_024)])
    expect(response.status).toBe(413)
  })

  test('lists its chains, and keeps accounts out of metrics', async () => {
    expect(await (await call('/v1/supported-chains')).json()).toEqual({
      http: ['eip155:31337'],
      ws: [],
      history: ['eip155:31337'],
    })
    const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    const identity = await call(`/v1/identity/${account}?sender=${account}`)
    expect(await identity.json()).toEqual({ name: null, avatar: null })
    expect((await call(`/v1/identity/${account}?sender=alice`)).status).toBe(422)
    const balance = await call(`/v1/account/${account}/balance`)
    expect(await balance.json()).toMatchObject({ balances: [{ symbol: 'BNB' }] })
    const authorization = `Bearer ${METRICS_TOKEN}`
    const metrics = await (
      await fetchChecked(`${wallet.url}/metrics`, { headers: { authorization } })
    ).text()
    expect(metrics).toContain('route="/v1/account/:address/balance"')
    expect(metrics).toMatch(/bullring_wallet_rpc_calls_total [1-9]/)
    expect(metrics).not.toContain(account)
  })
})
