import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SessionsResponse } from '@bullring/accounts-api/sessions/sessions-api'
import type { RunningService } from '@bullring/server/run-service'
import { SESSION_MODULE } from '@bullring/smart-account/contracts'
import { type Session, sessionId } from '@bullring/smart-account/session'
import { grantCalls, revokeCall } from '@bullring/smart-account/session-calls'
import {
  createSessionKey,
  sessionKeyPoint,
  signSessionCall,
} from '@bullring/smart-account/session-key'
import { toWireCall } from '@bullring/smart-account/wire-session-call'
import { openAccountContracts } from '@bullring/stack/account-contracts/open-account-contracts'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { Problem } from '@bullring/wire/http/problem'
import { parse } from '@bullring/wire/parse'
import { type Address, numberToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { fetchChecked, PROJECT_ID, startTestWallet } from '../testing/start-test-wallet.ts'
import { startTestChain, TEST_CHAIN, type TestChain } from '../testing/test-chain.ts'
import { createTestDatabase } from '../testing/test-database.ts'

const TOKEN = 'token-of-the-wallet-service'
/** Any contract will do as a market. */
const MARKET = '0xcA11bde05977b3631167028862bE2a173976CA11'
const SIGNATURE = `0x${'cd'.repeat(65)}`
const HASH = `0x${'ab'.repeat(32)}`

type BundlerCall = { authorization: string | undefined; method: string; params: unknown[] }

let chain: TestChain
let database: Awaited<ReturnType<typeof createTestDatabase>>
let bundler: Server
let wallet: RunningService
let calls: BundlerCall[]
let reply: object

beforeAll(async () => {
  ;[chain, database] = await Promise.all([
    startTestChain(),
    createTestDatabase(inject('postgresUrl')),
  ])
  const { relayer } = localAccounts(0)
  const { rpcUrl } = chain
  await openAccountContracts({ rpcUrl, chainId: TEST_CHAIN.id, deployer: relayer, mine: null })
  calls = []
  bundler = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const { authorization } = request.headers
    calls.push({ authorization, ...(JSON.parse(text) as Pick<BundlerCall, 'method' | 'params'>) })
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...reply }))
  })
  await once(bundler.listen(0, '127.0.0.1'), 'listening')
  wallet = await startTestWallet(chain, database.url, {
    BUNDLER_URL: `http://127.0.0.1:${(bundler.address() as AddressInfo).port}/rpc`,
    BUNDLER_WALLET_TOKEN: TOKEN,
    TRUST_PROXY: '1',
  })
})
afterAll(async () => {
  await wallet.stop()
  await Promise.all([chain.stop(), database.drop()])
  bundler.closeAllConnections()
  bundler.close()
  await once(bundler, 'close')
})

const urlOf = (account: Address, path = '') =>
  `${wallet.url}/v1/sessions/${account}${path}?projectId=${PROJECT_ID}`

function post(account: Address, path: string, body: unknown, ip = '192.0.2.1'): Promise<Response> {
  return fetchChecked(urlOf(account, path), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
    body: JSON.stringify(body),
  })
}

async function listed(account: Address) {
  const response = await fetchChecked(urlOf(account))
  expect(response.status).toBe(200)
  return parse(SessionsResponse, await response.json()).pcis
}

/** The module does not care whether an account is a Safe until a call is made. */
async function grant(index: number, limits: Partial<Session> = {}) {
  const from = chain.accounts[index]
  if (from === undefined) throw new Error('no account')
  const key = await createSessionKey()
  const { timestamp } = await chain.client.getBlock()
  const session: Session = {
    key: await sessionKeyPoint(key.publicKey),
    valuePerCall: 5n,
    totalValue: 10n,
    callsPerPeriod: 2,
    period: 60,
    expiresAt: Number(timestamp) + 3_600,
    methods: [{ to: MARKET, selector: '0x57fb096f' }],
    ...limits,
  }
  for (const { to, data } of grantCalls(from.address, session, { isEnabled: true })) {
    await chain.send({ from, to, data })
  }
  return { from, account: from.address, key, session, id: sessionId(session) }
}

async function signCall({ account, key, session, id }: Awaited<ReturnType<typeof grant>>) {
  const call = { to: MARKET, value: 5n, data: '0x57fb096f', nonce: 0, deadline: 2e9 } as const
  const context = { account, id, call, chainId: TEST_CHAIN.id }
  const signature = await signSessionCall(key.privateKey, context)
  return toWireCall({ account, session, call, signature })
}

describe('GET /v1/sessions/:address', () => {
  test('lists grants and revocations, newest first, also after a reorg', async () => {
    const first = await grant(0)
    const second = await grant(0)
    const { valuePerCall, totalValue, ...limits } = first.session
    const [newest, oldest, ...others] = await listed(first.account)
    expect(others).toEqual([])
    expect(newest).toMatchObject({ pci: second.id, revokedAt: null })
    expect(oldest).toMatchObject({
      pci: first.id,
      chainId: 'eip155:31337',
      spent: '0',
      revokedAt: null,
      expiry: first.session.expiresAt,
      session: { ...limits, valuePerCall: `${valuePerCall}`, totalValue: `${totalValue}` },
    })
    const before = await chain.rpc('evm_snapshot')
    await chain.send({ from: first.from, ...revokeCall(first.id) })
    const [, revoked] = await listed(first.account)
    expect(revoked?.revokedAt).toBeGreaterThanOrEqual(revoked?.createdAt ?? 0)
    await chain.rpc('evm_revert', [before])
    await chain.rpc('evm_mine')
    const [, active] = await listed(first.account)
    expect(active?.revokedAt).toBeNull()
    expect(await listed(SESSION_MODULE)).toEqual([])
  })

  test('lists the first 50 methods of a session with thousands', async () => {
    const methods = Array.from({ length: 2_000 }, (_, index) => ({
      ...({ to: MARKET } as const),
      selector: numberToHex(index, { size: 4 }),
    }))
    const { account, id } = await grant(3, { methods })
    const [session] = await listed(account)
    expect(session).toMatchObject({ pci: id, session: { methods: methods.slice(0, 50) } })
  })
})

describe('POST /v1/sessions/:address/revoke', () => {
  test('passes the signed revocation on, unless the session is revoked already', async () => {
    const { from, account, id } = await grant(1)
    reply = { result: HASH }
    calls = []
    const response = await post(account, '/revoke', { pci: id, signature: SIGNATURE })
    expect(await response.json()).toEqual({ success: true, hash: HASH })
    expect(calls).toMatchObject([
      {
        authorization: `Bearer ${TOKEN}`,
        method: 'bundler_revokeSession',
        params: [{ account, session: id, signature: SIGNATURE }],
      },
    ])
    await chain.send({ from, ...revokeCall(id) })
    const again = await post(account, '/revoke', { pci: id, signature: SIGNATURE })
    expect(await again.json()).toEqual({ success: true, hash: null })
    expect(calls).toHaveLength(1)
  })

  test('takes the body of kits, which do not name its type', async () => {
    const { from, account, id } = await grant(3)
    await chain.send({ from, ...revokeCall(id) })
    const body = JSON.stringify({ pci: id, signature: SIGNATURE })
    const response = await fetchChecked(urlOf(account, '/revoke'), { method: 'POST', body })
    expect(await response.json()).toEqual({ success: true, hash: null })
  })

  test('error: says that sessions are not offered on a chain without the module', async () => {
    const code = await chain.client.getCode({ address: SESSION_MODULE })
    await chain.rpc('anvil_setCode', [SESSION_MODULE, '0x'])
    calls = []
    try {
      const session = `0x${'12'.repeat(32)}`
      const refused = await post(MARKET, '/revoke', { pci: session, signature: SIGNATURE })
      expect(refused.status).toBe(404)
      expect(await refused.json()).toMatchObject({ code: 'sessions.not-offered' })
      expect(calls).toEqual([])
    } finally {
      await chain.rpc('anvil_setCode', [SESSION_MODULE, code])
    }
  })
})

describe('POST /v1/sessions/:address/calls', () => {
  test('passes on what the key signed, and what the bundler replies', async () => {
    const granted = await grant(2)
    const body = await signCall(granted)
    calls = []
    reply = { result: HASH }
    const sent = await post(granted.account, '/calls', body)
    expect(await sent.json()).toEqual({ hash: HASH })
    expect(calls).toMatchObject([{ method: 'bundler_sendSessionCall', params: [body] }])
  })

  test.each([
    ['NotActive', { code: 'bundler.rejected' }, 'NotActive'],
    ['The budget is spent.', { code: 'bundler.budget-spent' }, 'bundler.budget-spent'],
    ['Another bundler says no.', undefined, undefined],
  ])(
    'error: passes on "%s" of a bundler, with a reason for programs',
    async (message, data, reason) => {
      const granted = await grant(2)
      const body = await signCall(granted)
      reply = { error: { code: -32_500, message, data } }
      const refused = await post(granted.account, '/calls', body)
      expect(refused.status).toBe(409)
      const problem = parse(Problem, await refused.json())
      expect(problem).toMatchObject({
        code: 'sessions.refused',
        detail: `This cannot be sent: ${message}`,
      })
      expect(problem.reason).toBe(reason)
    },
  )

  test('error: forwards nothing that the key did not sign for the account', async () => {
    const granted = await grant(3)
    const body = await signCall(granted)
    calls = []
    const other = { ...body, call: { ...body.call, value: '6' } }
    expect((await post(granted.account, '/calls', other)).status).toBe(401)
    expect((await post(MARKET, '/calls', body)).status).toBe(401)
    expect((await post(granted.account, '/calls', { ...body, call: null })).status).toBe(422)
    const stranger = `0x${'F'.repeat(40)}`
    expect((await post(granted.account, '/calls', { ...body, account: stranger })).status).toBe(401)
    expect(calls).toEqual([])
  })

  test('error: refuses numbers that no session has', async () => {
    const granted = await grant(3)
    const body = await signCall(granted)
    const beyond = `${2n ** 112n}`
    calls = []
    for (const limits of [
      { valuePerCall: beyond },
      { totalValue: beyond },
      { totalValue: '1e3' },
    ]) {
      const session = { ...body.session, ...limits }
      expect((await post(granted.account, '/calls', { ...body, session })).status).toBe(422)
    }
    const call = { ...body.call, value: beyond }
    expect((await post(granted.account, '/calls', { ...body, call })).status).toBe(422)
    const most = { ...body.session, totalValue: `${2n ** 112n - 1n}` }
    expect((await post(granted.account, '/calls', { ...body, session: most })).status).toBe(401)
    expect(calls).toEqual([])
  })

  test('error: limits the calls of a key, from every sender', async () => {
    const [used, other] = [await grant(2), await grant(3)]
    const body = await signCall(used)
    reply = { result: HASH }
    const sent = Array.from({ length: 60 }, (_, index) =>
      post(used.account, '/calls', body, `198.51.100.${index}`),
    )
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses).toContain(200)
    expect(statuses).toContain(429)
    expect((await post(other.account, '/calls', await signCall(other))).status).toBe(200)
  })

  test('error: limits the requests of an IP address, before a key is charged', async () => {
    const granted = await grant(3)
    const body = await signCall(granted)
    calls = []
    const unsigned = { ...body, call: { ...body.call, value: '6' } }
    const sent = Array.from({ length: 240 }, () =>
      post(granted.account, '/calls', unsigned, '203.0.113.7'),
    )
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses).toContain(401)
    expect(statuses).toContain(429)
    expect(calls).toEqual([])
    expect((await post(granted.account, '/calls', body)).status).toBe(200)
  })
})
