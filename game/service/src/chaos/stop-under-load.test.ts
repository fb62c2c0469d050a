import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import type { TestChain } from '../testing/chain/start-test-chain.ts'
import { startTestChain } from '../testing/chain/start-test-chain.ts'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { startGameProcess } from '../testing/start-game-service.ts'

const Ready = z.object({ url: z.string() })
const CLIENTS = 40
/** Successful requests of each client before the shutdown. */
const REQUESTS_EACH = 5

let chain: TestChain
let database: TestDatabase

beforeAll(async () => {
  chain = await startTestChain()
  database = await createTestDatabase(inject('postgresUrl'))
})

afterAll(async () => {
  await database.drop()
  await chain.stop()
})

/** The service closes connections that have been idle for this long; a client cannot know before it sends. */
const IDLE_MS = 100

/**
 * Status of the response; the error's code when there was none.
 *
 * @param lastStartMs - When the last request on the agent's connection was sent: the connection has been idle since then
 * at most. A starved client reads responses late, so their arrival does not tell.
 */
async function send(url: string, agent: Agent, lastStartMs: number): Promise<number | string> {
  for (;;) {
    const idleMs = performance.now() - lastStartMs
    const { outcome, isReused } = await sendOnce(url, agent)
    // As every client must (RFC 9112, section 9.3.1). The system resets new connections that the service never accepted.
    const wasClosed = outcome === 'ECONNRESET' && (!isReused || idleMs >= IDLE_MS)
    if (!wasClosed) return outcome
  }
}

function sendOnce(
  url: string,
  agent: Agent,
): Promise<{ outcome: number | string; isReused: boolean }> {
  return new Promise((done) => {
    const resolve = (outcome: number | string) => done({ outcome, isReused: call.reusedSocket })
    const call = request(
      `${url}/api/round-info`,
      { method: 'POST', agent, headers: { 'content-type': 'application/json' } },
      (response) => {
        response.on('error', (error) => resolve(error.message))
        response.on('end', () => resolve(response.complete ? (response.statusCode ?? 0) : 'cut'))
        response.resume()
      },
    )
    call.on('error', (error) => resolve('code' in error ? String(error.code) : error.message))
    call.end('{}')
  })
}

describe('the service', () => {
  test('completes all requests on shutdown', async () => {
    const child = startGameProcess(chain, database.url, {
      RATE_LIMIT_PER_MINUTE: '1000000',
    })
    const [message] = await once(child.process, 'message', { signal: AbortSignal.timeout(120_000) })
    const { url } = z.parse(Ready, message)
    const outcomes = new Map<number | string, number>()
    const client = async (index: number) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      let lastStartMs = performance.now()
      for (;;) {
        const startMs = performance.now()
        const outcome = await send(url, agent, lastStartMs)
        lastStartMs = startMs
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        if (outcome !== 200) break
        // Some connections are always busy, others idle for a moment.
        await sleep(index % 4)
      }
      agent.destroy()
    }
    const clients = Array.from({ length: CLIENTS }, (_, index) => client(index))
    await expect.poll(() => outcomes.get(200) ?? 0).toBeGreaterThan(CLIENTS * REQUESTS_EACH)
    child.process.kill('SIGTERM')
    await Promise.all(clients)
    expect(await child.exited).toBe('game ended with code 0')
    // Each client ends because the port is closed, and for no other reason.
    expect([...outcomes.keys()].toSorted()).toEqual([200, 'ECONNREFUSED'])
    expect(outcomes.get('ECONNREFUSED')).toBe(CLIENTS)
  })
})
