import {
  type OfficialClient,
  startOfficialClient,
  stopOfficialClient,
} from '@bullring/relay/testing/sign-clients'
import type { TestRelay } from '@bullring/relay/testing/start-test-relay'
// An alias: under its own name it is a peer dependency of wagmi, which every installation would contain.
import { EthereumProvider } from 'official-ethereum-provider'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ADDRESS, approveAll, CHAIN, NAMESPACES } from '../testing/approve-all.ts'
import { nextEvent } from '../testing/next-event.ts'
import { METADATA, startMemoryRelay } from '../testing/relay.ts'
import { createWalletClient, type WalletClient, type WalletEvents } from './wallet-client.ts'

// Each client is a separate one, as in separate browsers.
vi.stubEnv('DISABLE_GLOBAL_CORE', 'true')

const OPTIONAL = {
  eip155: { chains: [CHAIN], methods: ['personal_sign'], events: ['chainChanged'] },
}

let relay: TestRelay
let app: OfficialClient
let wallet: WalletClient

beforeAll(async () => {
  relay = await startMemoryRelay()
  app = await startOfficialClient(relay.url, 'official-app')
  wallet = await createWalletClient({ relayUrl: relay.url, projectId: 'test', metadata: METADATA })
  approveAll(wallet)
})
afterAll(async () => {
  wallet.close()
  await stopOfficialClient(app)
  await relay.stop()
})

/** Connects the app to the wallet. */
async function connect() {
  const { uri = '', approval } = await app.connect({ optionalNamespaces: OPTIONAL })
  await wallet.pair(uri)
  return await approval()
}

test('pairs with sign-client 2.19.2, settles, responds, is disconnected', async () => {
  const { topic, namespaces } = await connect()
  expect(namespaces['eip155']?.accounts).toEqual([`${CHAIN}:${ADDRESS}`])
  await expect.poll(() => wallet.sessions()[0]?.isAcknowledged).toBe(true)
  const request = { method: 'personal_sign', params: ['0x68656c6c6f', ADDRESS] }
  expect(await app.request({ topic, chainId: CHAIN, request })).toBe(
    `signed ${JSON.stringify(request.params)}`,
  )
  expect(wallet.requests()).toEqual([])
  await app.ping({ topic })
  await wallet.ping(topic)
  const ended = nextEvent<WalletEvents, 'sessionEnded'>(wallet, 'sessionEnded')
  await app.disconnect({ topic, reason: { code: 6_000, message: 'done' } })
  expect((await ended).reason.code).toBe(6_000)
})

test('updates, extends, reports events and disconnects', async () => {
  const { topic } = await connect()
  const other = `${CHAIN}:0x00000000000000000000000000000000000000bb`
  const namespaces = {
    eip155: { ...NAMESPACES.eip155, accounts: [...NAMESPACES.eip155.accounts, other] },
  }
  await wallet.update(topic, namespaces)
  expect(app.session.get(topic).namespaces['eip155']?.accounts).toContain(other)
  await wallet.extend(topic)
  const reported = new Promise((resolve) => {
    app.once('session_event', ({ params }) => resolve(params))
  })
  await wallet.emit({ topic, chainId: CHAIN, name: 'chainChanged', data: 56 })
  expect(await reported).toEqual({ chainId: CHAIN, event: { name: 'chainChanged', data: 56 } })
  const deleted = new Promise((resolve) => {
    app.once('session_delete', (event) => resolve(event.topic))
  })
  await wallet.disconnect(topic)
  expect(await deleted).toBe(topic)
})

test('error: the wallet rejects a proposal and a request', async () => {
  const refusing = await createWalletClient({
    relayUrl: relay.url,
    projectId: 'test',
    metadata: METADATA,
  })
  const { uri = '', approval } = await app.connect({ optionalNamespaces: OPTIONAL })
  const rejected = expect(approval()).rejects.toMatchObject({ code: 5_000 })
  const proposed = nextEvent<WalletEvents, 'proposed'>(refusing, 'proposed')
  await refusing.pair(uri)
  await refusing.reject((await proposed).proposal.id)
  await rejected
  refusing.close()
})

test('ethereum-provider 2.21.8 connects and requests', async () => {
  const provider = await EthereumProvider.init({
    projectId: 'test',
    relayUrl: relay.url,
    showQrModal: false,
    optionalChains: [56],
    telemetryEnabled: false,
    customStoragePrefix: 'official-provider',
    storageOptions: { database: ':memory:' },
    rpcMap: { 56: 'http://127.0.0.1:1' },
    metadata: { ...METADATA },
  })
  provider.on('display_uri', (uri) => void wallet.pair(uri))
  expect(await provider.enable()).toEqual([ADDRESS])
  const params = ['0x68656c6c6f', ADDRESS]
  expect(await provider.request({ method: 'personal_sign', params })).toBe(
    `signed ${JSON.stringify(params)}`,
  )
  await stopOfficialClient(provider.signer.client)
})
