import { type IncomingMessage, request } from 'node:http'
import { readArtifact } from '@bullring/contracts/artifact'
import type { RunningService } from '@bullring/server/run-service'
import { CloudAuthNonce, CloudAuthToken } from '@bullring/wallet-api/siwx/cloud-auth'
import { SiwxNonce } from '@bullring/wallet-api/siwx/nonce'
import { SiwxRevokeResponse } from '@bullring/wallet-api/siwx/revoke'
import { SiwxSession } from '@bullring/wallet-api/siwx/session'
import { SiwxVerifyResponse } from '@bullring/wallet-api/siwx/verify'
import { parse } from '@bullring/wire/parse'
import type { Address, Hex } from 'viem'
import {
  concatHex,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  parseAbiParameters,
  size,
  toHex,
  zeroHash,
} from 'viem'
import { createSiweMessage, type SiweMessage } from 'viem/siwe'
import { serializeErc6492Signature } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { offchainLookupCode } from '../testing/contract-code.ts'
import { startListener } from '../testing/start-listener.ts'
import { fetchChecked, PROJECT_ID, startTestWallet } from '../testing/start-test-wallet.ts'
import { startTestChain, TEST_CHAIN, type TestChain } from '../testing/test-chain.ts'
import { createTestDatabase } from '../testing/test-database.ts'

const ORIGIN = 'https://play.example'
let chain: TestChain
let wallet: RunningService
let database: Awaited<ReturnType<typeof createTestDatabase>>
let owner: Address

beforeAll(async () => {
  ;[chain, database] = await Promise.all([
    startTestChain(),
    createTestDatabase(inject('postgresUrl')),
  ])
  wallet = await startTestWallet(chain, database.url, { TRUST_PROXY: 'true' })
  owner = chain.wallet.account.address
})
afterAll(async () => {
  await wallet.stop()
  await Promise.all([chain.stop(), database.drop()])
})

async function call(
  path: string,
  { body, token, origin = ORIGIN, method = 'POST' }: CallOptions = {},
) {
  const response = await fetchChecked(`${wallet.url}/siwx/${path}?projectId=${PROJECT_ID}`, {
    method,
    headers: {
      ...(origin !== null && { origin }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}
type CallOptions = {
  body?: unknown
  token?: string
  origin?: string | null
  method?: 'GET' | 'POST'
}

async function newMessage(overrides: Partial<SiweMessage> = {}): Promise<string> {
  const { nonce } = parse(SiwxNonce, (await call('nonce')).body)
  return createSiweMessage({
    address: owner,
    chainId: TEST_CHAIN.id,
    domain: 'play.example',
    uri: ORIGIN,
    version: '1',
    nonce,
    issuedAt: new Date(),
    ...overrides,
  })
}
const sign = (message: string) => chain.wallet.signMessage({ message })
const verify = (message: string, signature: Hex, origin: string | null = ORIGIN) =>
  call('verify', { body: { message, signature }, origin })

/** Posts with headers that `fetch` would not send. */
async function postAs(headers: Record<string, string>, path: string, body: string) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request(new URL(path, wallet.url), { method: 'POST', headers }, resolve)
    .on('error', reject)
    .end(body)
  const response = await promise
  response.resume()
  return { status: response.statusCode }
}

async function signInAt(origin: string, overrides: Partial<SiweMessage>) {
  const message = await newMessage(overrides)
  return parse(SiwxVerifyResponse, (await verify(message, await sign(message), origin)).body)
}

/**
 * Delegates an account to code that asks its caller to fetch `urls` (EIP-7702, EIP-3668).
 *
 * @returns The account, and a signature that makes the verifier call its code (ERC-8010).
 */
async function delegateToLookup(urls: readonly string[]) {
  const account = chain.accounts[1]
  if (account === undefined) throw new Error('no account')
  const { address } = account
  const contractAddress = '0x000000000000000000000000000000000000bad1'
  await chain.rpc('anvil_setCode', [contractAddress, offchainLookupCode(address, urls)])
  const authorization = await chain.wallet.signAuthorization({ account, contractAddress })
  await chain.send({ to: owner, authorizationList: [authorization] })
  const suffix = encodeAbiParameters(
    parseAbiParameters(
      '(uint256 chainId, address delegation, uint256 nonce, uint8 yParity, uint256 r, uint256 s), address to, bytes data',
    ),
    [
      {
        ...authorization,
        chainId: BigInt(authorization.chainId),
        delegation: contractAddress,
        nonce: BigInt(authorization.nonce),
        yParity: authorization.yParity ?? 0,
        r: BigInt(authorization.r),
        s: BigInt(authorization.s),
      },
      address,
      '0x',
    ],
  )
  const magic = `0x${'8010'.repeat(16)}` as const
  const signature = concatHex(['0x12', suffix, toHex(size(suffix), { size: 32 }), magic])
  return { address, signature }
}

async function signIn(overrides: Partial<SiweMessage> = {}) {
  const message = await newMessage(overrides)
  return parse(SiwxVerifyResponse, (await verify(message, await sign(message))).body)
}

describe('cloud auth', () => {
  const request = (path: string, init: RequestInit = {}) =>
    fetchChecked(
      `${wallet.url}/auth/v1/${path}?projectId=${PROJECT_ID}&st=appkit&sv=react-wagmi-1.7.3`,
      {
        ...init,
        headers: { origin: ORIGIN, ...init.headers },
      },
    )
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const readNonce = async () => parse(CloudAuthNonce, await (await request('nonce')).json())

  /** As AppKit writes it, by default in version 1.7.3. */
  const messageWith = (
    nonce: string,
    { statement = '', network = '**blockchain**', chainId = `${TEST_CHAIN.id}` } = {},
  ) =>
    [
      `play.example wants you to sign in with your ${network} account:`,
      owner,
      statement,
      `URI: ${ORIGIN}/`,
      'Version: 1',
      `Chain ID: ${chainId}`,
      `Nonce: ${nonce}`,
      `Issued At: ${new Date().toISOString()}`,
    ].join('\n')
  const authenticate = (message: string, signature: Hex, token: string) =>
    request('authenticate', {
      method: 'POST',
      body: JSON.stringify({
        message,
        signature,
        clientId: null,
        walletInfo: { type: 'extension', name: 'MetaMask', icon: '' },
      }),
      headers: { 'x-nonce-jwt': `Bearer ${token}` },
    })

  test.each([
    {},
    { statement: '\nSign in to play.\n' },
    // AppKit 1.7.17 and 1.8.
    { network: 'BNB Smart Chain (test)', chainId: `eip155:${TEST_CHAIN.id}` },
  ])('opens a session that /siwx knows too, message with %j', async (form) => {
    const { nonce, token } = await readNonce()
    const message = messageWith(nonce, form)
    const opened = await authenticate(message, await sign(message), token)
    const session = parse(CloudAuthToken, await opened.json()).token
    const me = await request('me', { headers: bearer(session) })
    expect(await me.json()).toEqual({
      address: owner,
      chainId: TEST_CHAIN.id,
      metadata: {},
      caip2Network: `eip155:${TEST_CHAIN.id}`,
    })
    // AppKit 1.8 reads it as a JSON Web Token.
    const [, claims = '', ...rest] = session.split('.')
    expect([Buffer.from(claims, 'base64url').toString(), rest]).toEqual([
      '{}',
      [expect.any(String)],
    ])
    expect((await call('session', { token: session, method: 'GET' })).status).toBe(200)

    const metadata = { plan: 'gold', seats: [1, 2] }
    await request('update-user-metadata', {
      method: 'PATCH',
      body: JSON.stringify(metadata),
      headers: bearer(session),
    })
    const later = await request('me', { headers: bearer(session) })
    expect(await later.json()).toMatchObject({ metadata })
    for (const changed of [{ plan: 'silver' }, null]) {
      const body = JSON.stringify({ metadata: changed })
      await request('account-metadata', { method: 'PUT', body, headers: bearer(session) })
      const account = await (await request('me', { headers: bearer(session) })).json()
      expect(account).toHaveProperty('metadata', changed ?? {})
    }

    const out = { method: 'POST', headers: bearer(session) }
    expect((await request('sign-out', out)).status).toBe(200)
    expect((await request('sign-out', out)).status).toBe(200)
    expect((await request('me', { headers: bearer(session) })).status).toBe(401)
  })

  test.each([
    ['{"text":"\\u0000"}', 422],
    ['{"\\ud800":1}', 400],
    ['{"number":1e400}', 422],
    [`{"list":${'['.repeat(1_900)}${']'.repeat(1_900)}}`, 400],
  ])('error: keeps nothing that it could not store: %#', async (body, status) => {
    const { nonce, token } = await readNonce()
    const message = messageWith(nonce)
    const opened = await authenticate(message, await sign(message), token)
    const headers = bearer(parse(CloudAuthToken, await opened.json()).token)
    const change = { method: 'PATCH', body, headers }
    expect((await request('update-user-metadata', change)).status).toBe(status)
  })

  test('error: refuses in plain text, which kits do not take for a session', async () => {
    const { nonce, token } = await readNonce()
    const message = messageWith(nonce)
    const good = await sign(message)
    const other = (await readNonce()).token
    const refusals = [
      await request('me'),
      await authenticate(message, good, other),
      await authenticate(message, good, ''),
      await authenticate(messageWith(nonce).replace('play.example', 'evil.example'), good, token),
      await authenticate('', good, token),
      await authenticate(messageWith(nonce, { network: '' }), good, token),
      await authenticate(messageWith(nonce, { chainId: 'solana:1' }), good, token),
      await authenticate(message, await sign('something else'), token),
      await authenticate(message, good, token),
      await fetchChecked(`${wallet.url}/auth/v1/nonce?projectId=unknown`),
    ]
    expect(refusals.map(({ status }) => status)).toEqual([
      401, 401, 401, 422, 422, 422, 422, 401, 401, 401,
    ])
    for (const refusal of refusals) {
      expect(refusal.headers.get('content-type')).toMatch(/^text\/plain/)
      expect(refusal.headers.get('access-control-allow-origin')).toBe('*')
    }
    expect(await refusals.at(-1)?.text()).toBe('Unauthorized: invalid key')
  })

  test('answers the preflight request for its header', async () => {
    const preflight = await request('authenticate', {
      method: 'OPTIONS',
      headers: {
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-nonce-jwt',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-nonce-jwt')
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH')
  })
})

describe('sign-in', () => {
  test('signs an account in, and out again', async () => {
    const { token, session } = await signIn()
    expect(session).toMatchObject({
      address: owner,
      chainId: 'eip155:31337',
      domain: 'play.example',
    })
    const days = (Date.parse(session.expiresAt) - Date.parse(session.issuedAt)) / 86_400_000
    expect(days).toBe(7)
    const found = await call('session', { token, method: 'GET' })
    expect(parse(SiwxSession, found.body)).toEqual(session)

    expect(parse(SiwxRevokeResponse, (await call('revoke', { token })).body).revoked).toBe(true)
    expect((await call('session', { token, method: 'GET' })).status).toBe(401)
    expect((await call('revoke', { token })).status).toBe(200)
  })

  test('signs contract wallets in, deployed or not', async () => {
    const address = await chain.deploy('MockContractWallet', [owner])
    expect((await signIn({ address })).session.address).toBe(address)

    const factory = await chain.deploy('MockContractWalletFactory')
    const { abi, bytecode } = readArtifact('MockContractWallet')
    const future = getContractAddress({
      opcode: 'CREATE2',
      from: factory,
      salt: zeroHash,
      bytecode: encodeDeployData({ abi, bytecode, args: [owner] }),
    })
    const message = await newMessage({ address: future })
    const data = encodeFunctionData({
      abi: readArtifact('MockContractWalletFactory').abi,
      functionName: 'deploy',
      args: [owner],
    })
    const wrapped = { address: factory, data, signature: await sign(message) }
    const opened = await verify(message, serializeErc6492Signature(wrapped))
    expect(parse(SiwxVerifyResponse, opened.body).session.address).toBe(future)
  })

  test('ends the session when the message ends', async () => {
    const expirationTime = new Date(Date.now() + 60_000)
    const { session } = await signIn({ expirationTime })
    expect(Date.parse(session.expiresAt)).toBeLessThanOrEqual(expirationTime.getTime())
  })

  test('error: accepts a message once, even if sent concurrently', async () => {
    const message = await newMessage()
    const signature = await sign(message)
    const responses = await Promise.all(Array.from({ length: 8 }, () => verify(message, signature)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(7)
    expect(await verify(message, signature)).toMatchObject({ body: { code: 'siwx.unknown-nonce' } })
  })

  test('error: consumes the nonce with a wrong signature too', async () => {
    const message = await newMessage()
    const wrong = await verify(message, await sign('something else'))
    expect(wrong).toMatchObject({ status: 401, body: { code: 'siwx.wrong-signature' } })
    const right = await verify(message, await sign(message))
    expect(right).toMatchObject({ status: 401, body: { code: 'siwx.unknown-nonce' } })
  })

  test('error: rejects unknown and expired nonces', async () => {
    const invented = await newMessage({ nonce: 'abcdefgh12345678' })
    expect(await verify(invented, await sign(invented))).toMatchObject({
      body: { code: 'siwx.unknown-nonce' },
    })
    const late = await newMessage()
    const minuteAgo = Math.floor(Date.now() / 1_000) - 60
    await database.db.updateTable('siwx_nonces').set({ expires_at: minuteAgo }).execute()
    expect(await verify(late, await sign(late))).toMatchObject({
      body: { code: 'siwx.unknown-nonce' },
    })
  })

  test.each([
    ['another site', { domain: 'evil.example', uri: 'https://evil.example' }],
    ['another chain', { chainId: 56 }],
    ['the past', { expirationTime: new Date(0) }],
    ['the future', { notBefore: new Date(Date.now() + 600_000) }],
  ])('error: rejects a message for %s', async (_, overrides) => {
    const message = await newMessage(overrides)
    expect(await verify(message, await sign(message))).toMatchObject({
      status: 422,
      body: { code: 'siwx.invalid-message' },
    })
  })

  test('error: lets a program sign in for allowed sites only', async () => {
    const good = await newMessage()
    expect((await verify(good, await sign(good), null)).status).toBe(200)
    const evil = await newMessage({ domain: 'evil.example', uri: 'https://evil.example' })
    expect((await verify(evil, await sign(evil), null)).status).toBe(422)
  })

  test.each([
    [{ host: 'evil.example' }, 421, 'evil.example'],
    [{ 'x-forwarded-host': 'evil.example' }, 421, 'evil.example'],
    [{ host: '203.0.113.7' }, 422, '203.0.113.7'],
    [{ 'x-forwarded-host': '203.0.113.7' }, 422, '203.0.113.7'],
  ])(
    'error: does not believe a program that names its site %j',
    async (headers, status, domain) => {
      const evil = await newMessage({ domain, uri: `https://${domain}` })
      const body = JSON.stringify({ message: evil, signature: await sign(evil) })
      const refused = await postAs(headers, `/siwx/verify?projectId=${PROJECT_ID}`, body)
      expect(refused.status).toBe(status)
    },
  )

  test('signs in on this machine while no public URL is configured', async () => {
    const { host } = new URL(wallet.url)
    const { session } = await signInAt(wallet.url, { domain: host, uri: wallet.url })
    expect(session.domain).toBe(host)
  })

  test('error: rejects a message for the site without TLS', async () => {
    const plain = await newMessage({ uri: 'http://play.example' })
    const refused = await verify(plain, await sign(plain))
    expect(refused).toMatchObject({ status: 422, body: { code: 'siwx.invalid-message' } })
  })

  test('error: rejects unknown tokens', async () => {
    const { token } = await signIn()
    const [id] = token.split('.')
    const tokens = ['', 'x', `${id}.${'A'.repeat(43)}`, `${'A'.repeat(22)}.${token.slice(23)}`]
    for (const wrong of tokens) {
      expect((await call('session', { token: wrong, method: 'GET' })).status).toBe(401)
    }
    expect((await call('revoke', { token: `${id}.${'A'.repeat(43)}` })).status).toBe(200)
    expect((await call('session', { token, method: 'GET' })).status).toBe(200)
  })

  test('error: rejects a token on another site', async () => {
    const { token } = await signIn()
    const elsewhere = await call('session', { token, method: 'GET', origin: wallet.url })
    expect(elsewhere.status).toBe(401)
  })

  test('error: fetches no URL that an account names (EIP-3668)', async () => {
    const listener = await startListener()
    const urls = [`${listener.url}/latest/meta-data/{data}`, `${listener.url}/internal`]
    const { address, signature } = await delegateToLookup(urls)
    expect(await chain.client.getCode({ address })).toMatch(/^0xef0100/)
    const refused = await verify(await newMessage({ address }), signature)
    await listener.close()
    expect(refused).toMatchObject({ status: 401, body: { code: 'siwx.wrong-signature' } })
    expect(listener.requests).toEqual([])
  })

  test('stores tokens and nonces as hashes only', async () => {
    const { token } = await signIn()
    const secret = token.split('.')[1] ?? ''
    const rows = await database.db.selectFrom('siwx_sessions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(rows.every((row) => row.secret_hash.length === 32)).toBe(true)
  })
})
