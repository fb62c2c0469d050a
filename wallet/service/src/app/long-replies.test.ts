import { openDatabase } from '@bullring/server/db/open-database'
import { createTestDatabase, type TestDatabase } from '@bullring/server/testing/test-database'
import { type Anvil, startAnvil } from '@bullring/stack/chain/anvil'
import { type Service, startService } from '@bullring/stack/start-service'
import { numberToHex } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

const CHAIN_ID = 31_337
const MIB = 1_024 * 1_024

let anvil: Anvil
let database: TestDatabase<unknown>
let wallet: Service
let sent = 0

beforeAll(async () => {
  anvil = await startAnvil({ chainId: CHAIN_ID, blockSeconds: null })
  database = await createTestDatabase(inject('postgresUrl'), (url) =>
    Promise.resolve(openDatabase({ url, applicationName: 'test', onIdleError: () => undefined })),
  )
  wallet = await startService({
    service: 'wallet',
    env: {
      NODE_OPTIONS: '--max-old-space-size=256',
      PORT: '0',
      TRUST_PROXY: 'true',
      CHAIN_ID: `${CHAIN_ID}`,
      WALLET_RPC_URLS: `${CHAIN_ID}=${anvil.rpcUrl}`,
      WALLET_DATABASE_URL: database.url,
      WALLET_PROJECT_IDS: 'bullring',
      WALLET_NAME_SIGNER_KEY: generatePrivateKey(),
      LOG_LEVEL: 'silent',
    },
  })
})
afterAll(async () => {
  await wallet.child.stop()
  await database.drop()
  await anvil.child.stop(0)
})

/** Forty equal calls, whose replies have 4 MB each: code in place of the account's returns as much memory. */
function longBatch(account: number): string {
  const to = numberToHex(account + 0x1000, { size: 20 })
  const params = [{ to }, 'latest', { [to]: { code: '0x621e84806000f3' } }]
  const call = { jsonrpc: '2.0', method: 'eth_call', params }
  return JSON.stringify(Array.from({ length: 40 }, (_, id) => ({ ...call, id })))
}

/** Each request has its own address unless one is given: the limit per caller must not be what helps. */
async function send(batch: string, address?: string): Promise<Response> {
  sent += 1
  return await fetch(`${wallet.url}/v1/?chainId=eip155:${CHAIN_ID}&projectId=bullring`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address ?? `192.0.2.${sent}`,
    },
    body: batch,
  })
}

test('short requests with long replies, also of readers that do not read, end no process of 256 MB', async () => {
  // The body of a response that is not read remains in the service.
  const unread = await Promise.all([send(longBatch(1)), send(longBatch(2)), send(longBatch(3))])
  const replies = await Promise.all(
    Array.from({ length: 6 }, async (_, index) => (await send(longBatch(10 + index))).text()),
  )
  expect(Math.max(...replies.map((text) => text.length))).toBeLessThan(17 * MIB)
  expect(replies.join('')).toContain('"message":"response too large"')
  expect(wallet.child.isRunning()).toBe(true)
  expect((await fetch(`${wallet.url}/healthz`)).status).toBe(200)
  await Promise.all(unread.map(({ body }) => body?.cancel()))
})

test('a caller pays for long replies, and waits afterwards', async () => {
  const statuses: number[] = []
  while (!statuses.includes(429) && statuses.length < 60) {
    const response = await send(longBatch(100), '198.51.100.1')
    statuses.push(response.status)
    await response.body?.cancel()
  }
  expect(statuses.at(-1)).toBe(429)
})
