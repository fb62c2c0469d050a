import { readLimitNodes, spendLimit } from '@bullring/server/testing/shared-limit'
import type { TestDatabase } from '@bullring/server/testing/test-database'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { RelayTables } from '../db/schema.ts'
import { RELAY_LIMITS } from '../limits/relay-limits.ts'
import {
  newTopic,
  openTestStore,
  STORES,
  startTestRelay,
  type TestRelay,
  type TestStore,
} from '../testing/start-test-relay.ts'
import { connectClient, type TestClient } from '../testing/test-client.ts'
import { createTestDatabase } from '../testing/test-database.ts'

const TOKEN = 'a-token-of-the-operator'
const CALLS = 60
const SOCKETS = 60
const AUDIENCE = 'wss://relay.example'

const SHARED = STORES.filter((kind) => kind !== 'memory')

describe.each(SHARED)('two nodes on the %s store, with one database of limits', (kind) => {
  let store: TestStore
  let database: TestDatabase<RelayTables>
  let nodes: [TestRelay, TestRelay]

  beforeAll(async () => {
    store = await openTestStore(kind, inject('postgresUrl'))
    database = await createTestDatabase(inject('postgresUrl'))
    const variables = {
      RELAY_DATABASE_URL: database.url,
      TRUST_PROXY: '1',
      RELAY_AUDIENCES: AUDIENCE,
      METRICS_TOKEN: TOKEN,
    }
    const limits = {
      calls: { ...RELAY_LIMITS.calls, perIp: CALLS },
      // Rejected calls must not close the sockets.
      frames: { perClient: 1_000_000, perIp: 10_000_000 },
      socketsPerIp: SOCKETS,
    }
    const start = () => startTestRelay(store, { variables, limits })
    nodes = [await start(), await start()]
  })
  afterAll(async () => {
    await nodes[1].stop()
    await database.drop()
    await store.drop()
  })

  test('give an address its calls once', async () => {
    for (const { httpUrl } of nodes) {
      await expect.poll(() => readLimitNodes(httpUrl, TOKEN)).toBe(2)
    }
    const address = { from: '192.0.2.1', audience: AUDIENCE }
    const clients = await Promise.all(nodes.map(({ url }) => connectClient(url, address)))
    const call = async (client: TestClient) => {
      const { error } = await client.request('irn_fetchMessages', { topic: newTopic() })
      return error === undefined
    }
    const { allowed, most } = await spendLimit(clients, CALLS, call)
    expect(allowed).toBeLessThanOrEqual(most)
    await Promise.all(clients.map((client) => client.close()))
  })

  test('count the sockets of an address together, and free those of a node that has stopped', async () => {
    const opened: TestClient[][] = nodes.map(() => [])
    const openAt = async (index: number) => {
      const address = { from: '192.0.2.3', audience: AUDIENCE }
      const client = await connectClient(nodes[index]?.url ?? '', address).catch(() => null)
      if (client !== null) opened[index]?.push(client)
      return opened.flat().length
    }
    const openAtBoth = async () => Math.max(...(await Promise.all([openAt(0), openAt(1)])))
    await expect.poll(openAtBoth).toBeGreaterThanOrEqual(SOCKETS)
    for (let times = 0; times < SOCKETS; times += 1) await openAtBoth()
    // Alone, each would allow as many. A slow machine exchanges late.
    expect(opened.flat().length).toBeLessThanOrEqual(SOCKETS * 1.5)

    await nodes[0].stop()
    opened[0] = []
    await expect.poll(() => openAt(1)).toBe(SOCKETS)
    await Promise.all(opened.flat().map((client) => client.close()))
  })
})
