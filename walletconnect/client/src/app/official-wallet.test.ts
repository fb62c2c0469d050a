import {
  ACCOUNT,
  approveAll,
  type OfficialClient,
  startOfficialClient,
  stopOfficialClient,
} from '@bullring/relay/testing/sign-clients'
import type { TestRelay } from '@bullring/relay/testing/start-test-relay'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { CHAIN, PROPOSED } from '../testing/approve-all.ts'
import { nextEvent } from '../testing/next-event.ts'
import { METADATA, startMemoryRelay } from '../testing/relay.ts'
import { type AppClient, type AppEvents, createAppClient } from './app-client.ts'

// Each client is a separate one, as in separate browsers.
vi.stubEnv('DISABLE_GLOBAL_CORE', 'true')

let relay: TestRelay
let wallet: OfficialClient
let app: AppClient

beforeAll(async () => {
  relay = await startMemoryRelay()
  wallet = await startOfficialClient(relay.url, 'official-wallet')
  app = await createAppClient({ relayUrl: relay.url, projectId: 'test', metadata: METADATA })
})
afterAll(async () => {
  app.close()
  await stopOfficialClient(wallet)
  await relay.stop()
})

test('pairs with sign-client 2.19.2, settles, requests, ends', async () => {
  approveAll(wallet)
  const { uri, session } = await app.connect(PROPOSED)
  await wallet.pair({ uri })
  const { topic, namespaces } = await session
  expect(namespaces['eip155']?.accounts).toEqual([ACCOUNT])
  const params = ['0x68656c6c6f', '0xaa']
  expect(await app.request({ topic, chainId: CHAIN, method: 'personal_sign', params })).toBe(
    `signed ${JSON.stringify(params)}`,
  )
  const { promise: ended, resolve } = Promise.withResolvers<string>()
  wallet.once('session_delete', (event) => resolve(event.topic))
  await app.disconnect(topic)
  expect(await ended).toBe(topic)
  expect(app.sessions()).toEqual([])
})

test('follows what the wallet changes, and its end', async () => {
  const { uri, session } = await app.connect(PROPOSED)
  await wallet.pair({ uri })
  const { topic } = await session
  const { eip155 } = wallet.session.get(topic).namespaces
  if (eip155 === undefined) throw new Error('Expected the namespace.')

  const updated = nextEvent<AppEvents, 'sessionUpdated'>(app, 'sessionUpdated')
  const other = 'eip155:56:0x00000000000000000000000000000000000000bb'
  const update = { eip155: { ...eip155, accounts: [ACCOUNT, other] } }
  const { acknowledged } = await wallet.update({ topic, namespaces: update })
  await acknowledged()
  expect((await updated).session.namespaces['eip155']?.accounts).toEqual([ACCOUNT, other])

  const extended = nextEvent<AppEvents, 'sessionExtended'>(app, 'sessionExtended')
  await wallet.extend({ topic })
  expect((await extended).session.topic).toBe(topic)

  const emitted = nextEvent<AppEvents, 'sessionEvent'>(app, 'sessionEvent')
  const event = { name: 'chainChanged', data: 56 }
  await wallet.emit({ topic, chainId: CHAIN, event })
  expect(await emitted).toMatchObject({ chainId: CHAIN, name: 'chainChanged', data: 56 })

  await app.ping(topic)
  await wallet.ping({ topic })

  const ended = nextEvent<AppEvents, 'sessionEnded'>(app, 'sessionEnded')
  await wallet.disconnect({ topic, reason: { code: 6_000, message: 'done' } })
  expect((await ended).reason.code).toBe(6_000)
})

test('error: the wallet rejects', async () => {
  const rejecting = await startOfficialClient(relay.url, 'rejecting-wallet')
  rejecting.on('session_proposal', ({ id }) => {
    void rejecting.reject({ id, reason: { code: 5_000, message: 'User rejected.' } })
  })
  const { uri, session } = await app.connect(PROPOSED)
  await rejecting.pair({ uri })
  await expect(session).rejects.toMatchObject({ code: 5_000 })
  await stopOfficialClient(rejecting)
})
