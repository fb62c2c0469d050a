import type { TestRelay } from '@bullring/relay/testing/start-test-relay'
import { WalletKit } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'
import { verifyMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ADDRESS, CHAIN, NAMESPACES } from '../testing/approve-all.ts'
import { nextEvent } from '../testing/next-event.ts'
import { METADATA, startMemoryRelay } from '../testing/relay.ts'
import { type AppClient, type AppEvents, createAppClient } from './app-client.ts'

// Each client is a separate one, as in separate browsers.
vi.stubEnv('DISABLE_GLOBAL_CORE', 'true')
// The SDK's own switch for tests: it asks no server of its maker, and reports nothing there.
vi.stubEnv('IS_VITEST', 'true')

const SIGNER = privateKeyToAccount(`0x${'11'.repeat(32)}`)

type OfficialWallet = Awaited<ReturnType<typeof WalletKit.init>>

let relay: TestRelay
let app: AppClient
let wallet: OfficialWallet

/** Starts the official wallet SDK, unmodified: it approves each proposal, and signs everything. */
async function startWalletKit(relayUrl: string): Promise<OfficialWallet> {
  const named = { relayUrl, projectId: 'test' }
  const storage = { customStoragePrefix: 'wallet-kit', storageOptions: { database: ':memory:' } }
  const core = new Core({ ...named, ...storage, logger: 'silent', telemetryEnabled: false })
  // By its type, the core may lack what the kit requires.
  const kit = await WalletKit.init({ core: Object.assign(core, named), metadata: METADATA })
  kit.on('session_proposal', ({ id }) => {
    void kit.approveSession({ id, namespaces: NAMESPACES })
  })
  kit.on('session_request', ({ id, topic, params }) => {
    const result = `signed ${JSON.stringify(params.request.params)}`
    void kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result } })
  })
  return kit
}

beforeAll(async () => {
  relay = await startMemoryRelay()
  wallet = await startWalletKit(relay.url)
  app = await createAppClient({ relayUrl: relay.url, projectId: 'test', metadata: METADATA })
})
afterAll(async () => {
  app.close()
  wallet.core.heartbeat.stop()
  await wallet.core.relayer.transportClose()
  await relay.stop()
})

test('pairs with walletkit 1.2.10, requests, follows its changes and its end', async () => {
  const { uri, session } = await app.connect({
    optionalNamespaces: {
      eip155: { chains: [CHAIN], methods: ['personal_sign'], events: ['chainChanged'] },
    },
  })
  await wallet.pair({ uri })
  const { topic } = await session
  const params = ['0x68656c6c6f', ADDRESS]
  expect(await app.request({ topic, chainId: CHAIN, method: 'personal_sign', params })).toBe(
    `signed ${JSON.stringify(params)}`,
  )
  await app.ping(topic)
  const updated = nextEvent<AppEvents, 'sessionUpdated'>(app, 'sessionUpdated')
  const other = `${CHAIN}:0x00000000000000000000000000000000000000bb`
  const accounts = [...NAMESPACES.eip155.accounts, other]
  const namespaces = { eip155: { ...NAMESPACES.eip155, accounts } }
  await wallet.updateSession({ topic, namespaces })
  expect((await updated).session.namespaces['eip155']?.accounts).toContain(other)
  const extended = nextEvent<AppEvents, 'sessionExtended'>(app, 'sessionExtended')
  await wallet.extendSession({ topic })
  await extended
  const reported = nextEvent<AppEvents, 'sessionEvent'>(app, 'sessionEvent')
  const event = { name: 'accountsChanged', data: [ADDRESS] }
  await wallet.emitSessionEvent({ topic, event, chainId: CHAIN })
  expect(await reported).toMatchObject(event)
  const ended = nextEvent<AppEvents, 'sessionEnded'>(app, 'sessionEnded')
  await wallet.disconnectSession({ topic, reason: { code: 6_000, message: 'done' } })
  expect((await ended).reason.code).toBe(6_000)
})

test('signs in with walletkit 1.2.10 in one step, and is rejected by it', async () => {
  const login = {
    chains: [CHAIN],
    domain: 'app.example',
    uri: 'https://app.example',
    nonce: 'a1b2c3d4',
    methods: ['personal_sign'],
    statement: 'Play.',
    requestId: 'r1',
    expiresAt: '2100-01-01T00:00:00.000Z',
  }
  let isRejecting = false
  wallet.on('session_authenticate', async ({ id, params }) => {
    if (isRejecting) {
      const reason = { code: 5_000, message: 'User rejected.' }
      return void wallet.rejectSessionAuthenticate({ id, reason })
    }
    const authPayload = populateAuthPayload({
      authPayload: params.authPayload,
      chains: [CHAIN],
      methods: ['personal_sign'],
    })
    const iss = `did:pkh:${CHAIN}:${SIGNER.address}`
    const s = await SIGNER.signMessage({
      message: wallet.formatAuthMessage({ request: authPayload, iss }),
    })
    const auths = [buildAuthObject(authPayload, { t: 'eip191', s }, iss)]
    await wallet.approveSessionAuthenticate({ id, auths })
  })
  const { uri, authenticated } = await app.authenticate(login)
  await wallet.pair({ uri })
  const { session, logins } = await authenticated
  const [signed] = logins
  if (signed === undefined) throw new Error('Expected a login.')
  const { message, signature } = signed
  expect(message).toContain('Request ID: r1\n')
  const isValid = { address: SIGNER.address, message, signature: signature as `0x${string}` }
  expect(await verifyMessage(isValid)).toBe(true)
  const signing = app.request({
    topic: session.topic,
    chainId: CHAIN,
    method: 'personal_sign',
    params: ['0x00'],
  })
  expect(await signing).toContain('signed')

  isRejecting = true
  const rejected = await app.authenticate(login)
  await wallet.pair({ uri: rejected.uri })
  await expect(rejected.authenticated).rejects.toMatchObject({ code: 5_000 })
})
