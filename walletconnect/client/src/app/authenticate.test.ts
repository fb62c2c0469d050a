import { startOfficialClient, stopOfficialClient } from '@bullring/relay/testing/sign-clients'
import type { TestRelay } from '@bullring/relay/testing/start-test-relay'
import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { approveAll } from '../testing/approve-all.ts'
import { ignoreClosing } from '../testing/ignore-closing.ts'
import { nextEvent } from '../testing/next-event.ts'
import { METADATA, startMemoryRelay } from '../testing/relay.ts'
import { createWalletClient, type WalletEvents } from '../wallet/wallet-client.ts'
import { createAppClient } from './app-client.ts'

// Each client is a separate one, as in separate browsers.
vi.stubEnv('DISABLE_GLOBAL_CORE', 'true')

const ACCOUNT = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const CAIP_10 = `eip155:56:${ACCOUNT.address}`
const LOGIN = {
  chains: ['eip155:56'],
  domain: 'app.example',
  uri: 'https://app.example/login',
  nonce: 'a1b2c3d4',
  methods: ['personal_sign'],
}
const LIMITS = { chains: ['eip155:56'], methods: ['personal_sign', 'eth_sendTransaction'] }

let relay: TestRelay
const cleanups: (() => unknown)[] = []

beforeAll(async () => {
  relay = await startMemoryRelay()
})
afterAll(() => relay.stop())
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

const options = () => ({ relayUrl: relay.url, projectId: 'test', metadata: METADATA })

async function startApp() {
  const app = await createAppClient(options())
  cleanups.push(() => app.close())
  return app
}

async function startWallet(isSignInSupported: boolean) {
  const wallet = await createWalletClient({
    ...options(),
    ...(isSignInSupported && { signIn: LIMITS }),
  })
  cleanups.push(() => wallet.close())
  wallet.on('requested', ({ request }) => {
    wallet.respond(request, { result: '0x01' }).catch(ignoreClosing)
  })
  return wallet
}

async function startOfficial(name: string) {
  const client = await startOfficialClient(relay.url, name)
  cleanups.push(() => stopOfficialClient(client))
  return client
}

const sign = (message: string) => ACCOUNT.signMessage({ message })
const SIGN = { chainId: 'eip155:56', method: 'personal_sign', params: ['0x00', ACCOUNT.address] }

test('signs in and opens a session in one step', async () => {
  const [app, wallet] = [await startApp(), await startWallet(true)]
  const { uri, authenticated } = await app.authenticate(LOGIN)
  const requested = nextEvent<WalletEvents, 'loginRequested'>(wallet, 'loginRequested')
  await wallet.pair(uri)
  const { login } = await requested
  const signature = await sign(wallet.loginMessage(login.id, CAIP_10))
  await wallet.approveLogin(login.id, { [CAIP_10]: signature })
  const { session, cacaos } = await authenticated
  expect(cacaos[0]?.p.nonce).toBe(LOGIN.nonce)
  expect(await app.request({ topic: session.topic, ...SIGN })).toBe('0x01')
  expect(wallet.proposals()).toEqual([])
})

test('opens a session with a wallet that has no logins', async () => {
  const [app, wallet] = [await startApp(), await startWallet(false)]
  approveAll(wallet)
  const { uri, authenticated } = await app.authenticate(LOGIN)
  await wallet.pair(uri)
  const { session, cacaos } = await authenticated
  expect(cacaos).toEqual([])
  expect(app.sessions()).toEqual([session])
})

test('a login allows no more than the wallet supports', async () => {
  const [app, wallet] = [await startApp(), await startWallet(true)]
  const { uri, authenticated } = await app.authenticate({
    ...LOGIN,
    chains: ['eip155:56', 'eip155:97'],
    methods: ['personal_sign', 'eth_sign'],
  })
  const requested = nextEvent<WalletEvents, 'loginRequested'>(wallet, 'loginRequested')
  await wallet.pair(uri)
  const { login } = await requested
  expect(login.payload.chains).toEqual(['eip155:56'])
  const message = wallet.loginMessage(login.id, CAIP_10)
  expect(message).not.toContain('eth_sign')
  await wallet.approveLogin(login.id, { [CAIP_10]: await sign(message) })
  const { session, logins } = await authenticated
  expect(session.namespaces['eip155']).toMatchObject({
    accounts: [CAIP_10],
    methods: ['personal_sign'],
  })
  expect(logins).toMatchObject([{ chain: 'eip155:56', address: ACCOUNT.address, message }])
})

test('error: the user rejects, or another key has signed', async () => {
  const [app, wallet] = [await startApp(), await startWallet(true)]
  const rejected = await app.authenticate(LOGIN)
  const first = nextEvent<WalletEvents, 'loginRequested'>(wallet, 'loginRequested')
  await wallet.pair(rejected.uri)
  await wallet.rejectLogin((await first).login.id)
  await expect(rejected.authenticated).rejects.toMatchObject({ code: 5_000 })

  const forged = await app.authenticate(LOGIN)
  const second = nextEvent<WalletEvents, 'loginRequested'>(wallet, 'loginRequested')
  await wallet.pair(forged.uri)
  const { login } = await second
  const other = `eip155:56:0x${'aa'.repeat(20)}`
  const signature = await sign(wallet.loginMessage(login.id, other))
  await wallet.approveLogin(login.id, { [other]: signature })
  await expect(forged.authenticated).rejects.toMatchObject({ code: 7_000 })
  expect(app.sessions()).toEqual([])
})

test('signs in with sign-client 2.19.2 as the wallet', async () => {
  const [app, wallet] = [await startApp(), await startOfficial('official-login-wallet')]
  wallet.on('session_authenticate', ({ id, params }) => {
    const authPayload = populateAuthPayload({
      authPayload: params.authPayload,
      chains: LOGIN.chains,
      methods: LOGIN.methods,
    })
    const iss = `did:pkh:${CAIP_10}`
    void sign(wallet.formatAuthMessage({ request: authPayload, iss })).then((s) =>
      wallet.approveSessionAuthenticate({
        id,
        auths: [buildAuthObject(authPayload, { t: 'eip191', s }, iss)],
      }),
    )
  })
  wallet.on('session_request', ({ topic, id }) => {
    void wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: '0x01' } })
  })
  const { uri, authenticated } = await app.authenticate(LOGIN)
  await wallet.pair({ uri })
  const { session } = await authenticated
  expect(session.namespaces['eip155']?.accounts).toEqual([CAIP_10])
  expect(await app.request({ topic: session.topic, ...SIGN })).toBe('0x01')
})

test('signs in for sign-client 2.19.2 as the app', async () => {
  const [app, wallet] = [await startOfficial('official-login-app'), await startWallet(true)]
  const { uri, response } = await app.authenticate({ ...LOGIN, methods: ['personal_sign'] })
  const requested = nextEvent<WalletEvents, 'loginRequested'>(wallet, 'loginRequested')
  await wallet.pair(uri)
  const { login } = await requested
  const signature = await sign(wallet.loginMessage(login.id, CAIP_10))
  await wallet.approveLogin(login.id, { [CAIP_10]: signature })
  const { session, auths } = await response()
  expect(auths?.[0]?.p.iss).toBe(`did:pkh:${CAIP_10}`)
  const { method, params, chainId } = SIGN
  const topic = session?.topic ?? ''
  expect(await app.request({ topic, chainId, request: { method, params } })).toBe('0x01')
})
