// An alias: under its own name it is a peer dependency of wagmi, which every installation would contain.
import { EthereumProvider } from 'official-ethereum-provider'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import {
  ACCOUNT,
  approveAll,
  type OfficialClient,
  startOfficialClient,
  stopOfficialClient,
} from '../testing/sign-clients.ts'
import {
  openTestStore,
  STORES,
  startTestRelay,
  type TestRelay,
  type TestStore,
} from '../testing/start-test-relay.ts'

// Each client is a separate one, as in separate browsers.
vi.stubEnv('DISABLE_GLOBAL_CORE', 'true')

const OPTIONAL = {
  eip155: {
    chains: ['eip155:56'],
    methods: ['personal_sign'],
    events: ['chainChanged'],
  },
}
const ADDRESS = ACCOUNT.slice('eip155:56:'.length)

describe.each(STORES)('the official clients, on the %s store', (kind) => {
  let store: TestStore
  let relay: TestRelay
  let wallet: OfficialClient

  beforeAll(async () => {
    store = await openTestStore(kind, inject('postgresUrl'))
    relay = await startTestRelay(store)
    wallet = await startOfficialClient(relay.url, `wallet-${kind}`)
    approveAll(wallet)
  })
  afterAll(async () => {
    await stopOfficialClient(wallet)
    await relay.stop()
    await store.drop()
  })

  test('sign-client 2.19.2 as app and wallet: pairs, settles, requests, ends', async () => {
    const app = await startOfficialClient(relay.url, `app-${kind}`)
    const { uri = '', approval } = await app.connect({ optionalNamespaces: OPTIONAL })
    await wallet.pair({ uri })
    const { topic, namespaces } = await approval()
    expect(namespaces['eip155']?.accounts).toEqual([ACCOUNT])
    const request = { method: 'personal_sign', params: ['0x68656c6c6f', ADDRESS] }
    expect(await app.request({ topic, chainId: 'eip155:56', request })).toBe(
      `signed ${JSON.stringify(request.params)}`,
    )
    const { promise: ended, resolve } = Promise.withResolvers<string>()
    wallet.once('session_delete', (event) => resolve(event.topic))
    await app.disconnect({ topic, reason: { code: 6_000, message: 'done' } })
    expect(await ended).toBe(topic)
    await stopOfficialClient(app)
  })

  test('ethereum-provider 2.21.8 as app: pairs, settles, requests', async () => {
    const provider = await EthereumProvider.init({
      projectId: 'test',
      relayUrl: relay.url,
      showQrModal: false,
      optionalChains: [56],
      telemetryEnabled: false,
      customStoragePrefix: `provider-${kind}`,
      storageOptions: { database: ':memory:' },
      rpcMap: { 56: 'http://127.0.0.1:1' },
      metadata: { name: 'Test', description: 'Test', url: 'https://app.example', icons: [] },
    })
    const { core } = provider.signer.client
    provider.on('display_uri', (uri) => void wallet.pair({ uri }))
    expect(await provider.enable()).toEqual([ADDRESS])
    const params = ['0x68656c6c6f', ADDRESS]
    expect(await provider.request({ method: 'personal_sign', params })).toBe(
      `signed ${JSON.stringify(params)}`,
    )
    await stopOfficialClient({ core })
  })
})
