import { openDatabase } from '@bullring/server/db/open-database'
import { createTestDatabase, type TestDatabase } from '@bullring/server/testing/test-database'
import { startTraceCollector, type TraceCollector } from '@bullring/server/testing/trace-collector'
import { type Service, startService } from '@bullring/stack/start-service'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startTestChain, TEST_CHAIN_ID, type TestChain } from '../testing/chain/start-test-chain.ts'
import { createTestDatabase as createGameDatabase } from '../testing/database/create-test-database.ts'
import { gameVariables } from '../testing/start-game-service.ts'

let chain: TestChain
let collector: TraceCollector
const databases: Pick<TestDatabase<unknown>, 'drop'>[] = []
const services: Service[] = []

beforeAll(async () => {
  const adminUrl = inject('postgresUrl')
  chain = await startTestChain()
  collector = await startTraceCollector()
  const gameDatabase = await createGameDatabase(adminUrl)
  const walletDatabase = await createTestDatabase(adminUrl, (url) =>
    Promise.resolve(openDatabase({ url, applicationName: 'test', onIdleError: () => undefined })),
  )
  databases.push(gameDatabase, walletDatabase)
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const wallet = await startService({
    service: 'wallet',
    env: { ...walletVariables(chain, walletDatabase.url), ...traced },
  })
  services.push(wallet)
  const env = gameVariables(chain, gameDatabase.url, { WALLET_SERVICE_URL: wallet.url })
  services.push(await startService({ service: 'game', env: { ...env, ...traced } }))
})

afterAll(async () => {
  for (const { child } of services.reverse()) await child.stop()
  for (const database of databases) await database.drop()
  await collector.close()
  await chain.stop()
})

function walletVariables({ rpcUrl }: TestChain, databaseUrl: string): Record<string, string> {
  return {
    PORT: '0',
    CHAIN_ID: `${TEST_CHAIN_ID}`,
    WALLET_RPC_URLS: `${TEST_CHAIN_ID}=${rpcUrl}`,
    WALLET_DATABASE_URL: databaseUrl,
    WALLET_PROJECT_IDS: 'bullring',
    WALLET_NAME_ZONE: 'play.example',
    WALLET_NAME_SIGNER_KEY: generatePrivateKey(),
    // Any node: names of Ethereum are looked up on it.
    WALLET_ENS_RPC_URL: rpcUrl,
    LOG_LEVEL: 'silent',
  }
}

describe('tracing', () => {
  test('joins the spans of two processes, from HTTP through SQL to the chain', async () => {
    const account = chain.traders[0] ?? ''
    const [, game] = services
    const path = `/wallet/v1/identity/${account}?projectId=bullring`
    expect((await fetch(`${game?.url}${path}`)).status).toBe(200)
    const spansOfTrace = () => {
      const forward = collector.spans.find(({ name }) => name === 'forward /wallet')
      return collector.spans.filter(({ traceId }) => traceId === forward?.traceId)
    }
    const named = (name: string) => spansOfTrace().find((span) => span.name === name)
    await expect.poll(() => spansOfTrace().map(({ name }) => name)).toContain('eth_call')
    await expect.poll(() => named('GET /v1/identity/:address')).toBeDefined()
    await expect.poll(() => named('GET other')).toBeDefined()

    const [forward, entry] = [named('forward /wallet'), named('GET /v1/identity/:address')]
    expect([forward?.service, entry?.service]).toEqual(['bullring-game', 'bullring-wallet'])
    expect(forward?.parentSpanId).toBe(named('GET other')?.spanId)
    expect(entry?.parentSpanId).toBe(forward?.spanId)
    expect(named('SELECT')?.parentSpanId).toBe(entry?.spanId)
    expect(named('eth_call')?.parentSpanId).toBe(entry?.spanId)
    expect(collector.bodies.join('').toLowerCase()).not.toContain(account.slice(2).toLowerCase())
  })
})
