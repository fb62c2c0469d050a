import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Health } from '@bullring/game-api/health'
import { freePort } from '@bullring/stack/processes/free-port'
import { Unreadiness } from '@bullring/wire/http/readiness'
import { parse } from '@bullring/wire/parse'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { TestChain } from '../../testing/chain/start-test-chain.ts'
import { startTestChain } from '../../testing/chain/start-test-chain.ts'
import type { TestDatabase } from '../../testing/database/create-test-database.ts'
import { createTestDatabase } from '../../testing/database/create-test-database.ts'
import { startGameProcess } from '../../testing/start-game-service.ts'

/** Mining more takes too long. */
const BLOCKS = 1_200
const DELAY_MS = 500
/** Blocks that the node accepts in one request for logs. */
const MAX_NODE_RANGE = 150

let chain: TestChain
let database: TestDatabase

beforeAll(async () => {
  chain = await startTestChain()
  await chain.mine(BLOCKS)
  database = await createTestDatabase(inject('postgresUrl'))
})

afterAll(async () => {
  await database.drop()
  await chain.stop()
})

type Call = {
  id: number
  method: string
  params?: readonly { fromBlock?: string; toBlock?: string }[]
}

/** A node that responds late and refuses large ranges. Records the ranges whose logs it returned. */
async function startSlowNode(target: string) {
  const ranges: string[] = []
  const refusalOf = ({ id, method, params = [] }: Call) => {
    const { fromBlock, toBlock } = params[0] ?? {}
    if (method !== 'eth_getLogs' || fromBlock === undefined) return null
    const error = { code: -32_602, message: 'range too large' }
    if (Number(toBlock) - Number(fromBlock) >= MAX_NODE_RANGE) return { jsonrpc: '2.0', id, error }
    ranges.push(`${Number(fromBlock)} to ${Number(toBlock)}`)
    return null
  }
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request))
    const calls: Call[] = [body].flat()
    await sleep(DELAY_MS)
    const refusals = calls.flatMap((call) => refusalOf(call) ?? [])
    const reply = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(calls),
    })
    const replies = [...refusals, ...((await reply.json()) as unknown[])]
    const out = Array.isArray(body) ? replies : replies[0]
    response.setHeader('content-type', 'application/json').end(JSON.stringify(out))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ranges,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('the first read of a long history reports its progress, and resumes after a kill', async () => {
  await using resources = new AsyncDisposableStack()
  const node = await startSlowNode(chain.rpcUrl)
  resources.defer(async () => node.close())
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const start = () => {
    const child = startGameProcess(chain, database.url, {
      RPC_URL: node.url,
      PORT: `${port}`,
      LOG_LEVEL: 'info',
    })
    const progress: string[] = []
    child.process.on('message', (message: { kind: string; text: string }) => {
      progress.push(message.kind === 'ready' ? 'ready' : message.text)
    })
    return { child, progress }
  }
  const health = async () => parse(Health, await (await fetch(`${url}/healthz`)).json())
  const percent = async () => (await health().catch(() => null))?.history?.percent ?? -1

  const first = start()
  await expect.poll(percent, { timeout: 60_000 }).toBeGreaterThan(4)
  const readiness = parse(Unreadiness, await (await fetch(`${url}/readyz`)).json())
  expect(readiness.components).toMatchObject({ index: 'down', database: 'up' })
  expect(readiness.detail).toMatch(
    /^Down: index \(reading the market's history: \d+ %(, \d+ blocks\/s, about .* left)?\)\.$/,
  )
  await expect.poll(() => first.progress).toHaveLength(1)
  expect(first.progress[0]).toMatch(/^\d+ %(, \d+ blocks\/s, about .* left)?$/)
  expect(first.child.lastOutput()).toContain('reading history')
  await first.child.stop(0)

  const [oldest] = node.ranges.splice(0)
  const second = start()
  resources.defer(() => second.child.stop())
  await expect.poll(() => second.progress.at(-1), { timeout: 60_000 }).toBe('ready')
  expect((await health()).history).toBeNull()
  // Later ranges may be requested again: the range in which the process was killed, and ranges of failed requests.
  expect(node.ranges).not.toContain(oldest)
}, 240_000)
