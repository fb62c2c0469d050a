import type { RunningService } from '@bullring/server/run-service'
import { readLimitNodes, spendLimit, stopExchanges } from '@bullring/server/testing/shared-limit'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startTestWallet } from '../testing/start-test-wallet.ts'
import { startTestChain, type TestChain } from '../testing/test-chain.ts'
import { createTestDatabase } from '../testing/test-database.ts'

const TOKEN = 'a-token-of-the-operator'
const PER_MINUTE = 60

let chain: TestChain
let database: Awaited<ReturnType<typeof createTestDatabase>>
let nodes: RunningService[]

beforeAll(async () => {
  ;[chain, database] = await Promise.all([
    startTestChain(),
    createTestDatabase(inject('postgresUrl')),
  ])
  const start = () =>
    startTestWallet(chain, database.url, {
      RATE_LIMIT_PER_MINUTE: `${PER_MINUTE}`,
      TRUST_PROXY: '1',
      METRICS_TOKEN: TOKEN,
    })
  nodes = await Promise.all([start(), start()])
})
afterAll(async () => {
  await Promise.all(nodes.map(({ stop }) => stop()))
  await Promise.all([chain.stop(), database.drop()])
})

/** Returns a function that sends a request from an address. */
const requestFrom = (ip: string) => async (node: RunningService) => {
  const response = await fetch(`${node.url}/getWallets`, { headers: { 'x-forwarded-for': ip } })
  await response.body?.cancel()
  return response.status !== 429
}

async function untilNodesKnow(count: number): Promise<void> {
  for (const { url } of nodes) await expect.poll(() => readLimitNodes(url, TOKEN)).toBe(count)
}

describe('two nodes of the wallet service', () => {
  test('give an address its limit once', async () => {
    await untilNodesKnow(2)
    const { allowed, most } = await spendLimit(nodes, PER_MINUTE, requestFrom('192.0.2.1'))
    expect(allowed).toBeLessThanOrEqual(most)
    expect(await Promise.all(nodes.map(requestFrom('192.0.2.2')))).toEqual([true, true])
  })

  test('error: count alone while the database does not exchange counts, and together again', async () => {
    await stopExchanges(database.db, async () => {
      await untilNodesKnow(0)
      for (const node of nodes) {
        const { allowed } = await spendLimit([node], PER_MINUTE, requestFrom('192.0.2.3'))
        expect(allowed).toBeGreaterThanOrEqual(PER_MINUTE)
      }
    })
    await untilNodesKnow(2)
  })
})
