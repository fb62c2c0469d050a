import { once } from 'node:events'
import { readLimitNodes, spendLimit } from '@bullring/server/testing/shared-limit'
import type { Child } from '@bullring/stack/processes/child'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import type { TestChain } from '../testing/chain/start-test-chain.ts'
import { startTestChain } from '../testing/chain/start-test-chain.ts'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { startGameProcess } from '../testing/start-game-service.ts'

const TOKEN = 'a-token-of-the-operator'
const PER_MINUTE = 60
const STREAMS = 20

const Ready = z.object({ url: z.string() })

let chain: TestChain
let database: TestDatabase
const nodes: { child: Child; url: string }[] = []

beforeAll(async () => {
  chain = await startTestChain()
  database = await createTestDatabase(inject('postgresUrl'))
  for (let count = 0; count < 2; count += 1) {
    const child = startGameProcess(chain, database.url, {
      RATE_LIMIT_PER_MINUTE: `${PER_MINUTE}`,
      GAME_STREAMS_PER_IP: `${STREAMS}`,
      TRUST_PROXY: '1',
      METRICS_TOKEN: TOKEN,
    })
    const [message] = await once(child.process, 'message', { signal: AbortSignal.timeout(120_000) })
    nodes.push({ child, url: z.parse(Ready, message).url })
  }
})

afterAll(async () => {
  for (const { child } of nodes) await child.stop()
  await database.drop()
  await chain.stop()
})

const from = (ip: string) => ({ 'content-type': 'application/json', 'x-forwarded-for': ip })

async function request(url: string, ip: string): Promise<number> {
  const init = { method: 'POST', headers: from(ip), body: '{}' }
  const response = await fetch(`${url}/api/current-epoch`, init)
  await response.body?.cancel()
  return response.status
}

/** Opens a live connection; null when it is refused. */
async function openStream(url: string, ip: string): Promise<AbortController | null> {
  const stopping = new AbortController()
  const init = { headers: { 'x-forwarded-for': ip }, signal: stopping.signal }
  const response = await fetch(`${url}/api/stream`, init)
  if (response.status === 200) return stopping
  await response.body?.cancel()
  return null
}

describe('two processes with one database', () => {
  test('know each other', async () => {
    for (const { url } of nodes) await expect.poll(() => readLimitNodes(url, TOKEN)).toBe(2)
  })

  test('give an address its limit once', async () => {
    const { allowed, most } = await spendLimit(
      nodes,
      PER_MINUTE,
      async ({ url }) => (await request(url, '192.0.2.1')) === 200,
    )
    expect(allowed).toBeLessThanOrEqual(most)
    expect(await request(nodes[0]?.url ?? '', '192.0.2.2')).toBe(200)
  })

  test('count live connections together, and free those of a killed process', async () => {
    const opened = nodes.map(({ url }) => ({ url, streams: [] as AbortController[] }))
    const open = async ({ url, streams }: (typeof opened)[number]) => {
      const stream = await openStream(url, '192.0.2.3')
      if (stream !== null) streams.push(stream)
      return streams.length
    }
    const openAtBoth = async () => {
      const [first = 0, second = 0] = await Promise.all(opened.map(open))
      return first + second
    }
    await expect.poll(openAtBoth).toBeGreaterThanOrEqual(STREAMS)
    for (let times = 0; times < 20; times += 1) await openAtBoth()
    expect(await openAtBoth()).toBeLessThanOrEqual(STREAMS + 2 * 3)

    const [, left] = opened
    nodes[0]?.child.process.kill('SIGKILL')
    await expect.poll(() => left && open(left)).toBe(STREAMS)
    for (const stream of left?.streams ?? []) stream.abort()
  })
})
