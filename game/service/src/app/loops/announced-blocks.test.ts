import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { RunningService } from '@bullring/server/run-service'
import { pino } from 'pino'
import { parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { WebSocketServer } from 'ws'
import type { SocketProxy } from '../../testing/chain/socket-proxy.ts'
import { startSocketProxy } from '../../testing/chain/socket-proxy.ts'
import type { TestChain } from '../../testing/chain/start-test-chain.ts'
import { startTestChain } from '../../testing/chain/start-test-chain.ts'
import { expectEqualToRebuild, waitUntilIndexed } from '../../testing/database/compare-index.ts'
import type { TestDatabase } from '../../testing/database/create-test-database.ts'
import { createTestDatabase } from '../../testing/database/create-test-database.ts'
import { startGameService } from '../../testing/start-game-service.ts'

const METRICS_TOKEN = 'token-of-the-monitoring'
/** Longer than any test: what comes before was announced. */
const NEVER_MS = '60000'

let chain: TestChain
let database: TestDatabase
let proxy: SocketProxy
let game: RunningService | null = null
let lines: string[] = []

beforeAll(async () => {
  chain = await startTestChain()
  proxy = await startSocketProxy(chain.rpcUrl)
})

beforeEach(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
  lines = []
})

afterEach(async () => {
  await game?.stop()
  game = null
  await database.drop()
})

afterAll(async () => {
  await proxy.close()
  await chain.stop()
})

async function start(socketUrl: string, pollIntervalMs: string): Promise<void> {
  const log = pino({ base: null }, { write: (line) => lines.push(JSON.parse(line).msg) })
  const variables = {
    GAME_RPC_WS_URL: socketUrl,
    GAME_POLL_INTERVAL_MS: pollIntervalMs,
    METRICS_TOKEN: METRICS_TOKEN,
  }
  game = await startGameService(chain, database.url, variables, { log })
}

async function metrics(): Promise<string> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  return (await fetch(`${game?.url}/metrics`, { headers })).text()
}

const isLive = async (value: 0 | 1) => {
  const line = `bullring_head_subscription_live{market="BNB"} ${value}`
  await expect.poll(metrics).toContain(line)
}

const linesOf = (message: string) => lines.filter((line) => line === message).length
const lost = () => linesOf('block announcements lost, polling')
const followed = () => linesOf('following announced blocks')

async function mineUntilIndexed(blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    await chain.mine()
    await waitUntilIndexed(chain, database.db)
  }
}

describe('announced blocks', () => {
  test('are indexed without a poll, as are reorgs of up to 64 blocks', async () => {
    await start(proxy.url, NEVER_MS)
    // The first poll may come before the subscription.
    await expect
      .poll(async () => {
        await chain.mine()
        return followed()
      })
      .toBe(1)
    await mineUntilIndexed(5)
    await chain.bet(chain.traders[0] ?? '0x', 1, 'bull', parseEther('1'))
    await waitUntilIndexed(chain, database.db)
    await chain.mine(70)
    await waitUntilIndexed(chain, database.db)
    for (const depth of [1, 7, 64]) {
      await chain.rpc('anvil_reorg', [depth, []])
      await chain.mine()
      await waitUntilIndexed(chain, database.db)
    }
    const { bets } = await expectEqualToRebuild(chain, database.db)
    expect(bets).toHaveLength(1)
  })

  test('are replaced by polls while the connection is cut, and followed again afterwards', async () => {
    await start(proxy.url, '20')
    await mineUntilIndexed(1)
    await expect.poll(followed).toBe(1)
    proxy.cut()
    await isLive(0)
    await mineUntilIndexed(5)
    proxy.restore()
    await expect
      .poll(async () => {
        await mineUntilIndexed(1)
        return followed()
      })
      .toBe(2)
    await isLive(1)
    expect(lost()).toBe(1)
    expect(await metrics()).toContain('losses_total{market="BNB",reason="closed"} 1')
    await expectEqualToRebuild(chain, database.db)
  })

  test('are replaced by polls while the connection is silent', async () => {
    await start(proxy.url, '20')
    await mineUntilIndexed(1)
    await expect.poll(followed).toBe(1)
    proxy.silence()
    await mineUntilIndexed(5)
    await expect.poll(lost).toBe(1)
    expect(await metrics()).toMatch(/losses_total\{market="BNB",reason="(silent|closed)"\} 1/)
    await mineUntilIndexed(3)
    proxy.restore()
    await expectEqualToRebuild(chain, database.db)
  })

  test('that are untrue change nothing, and are not relied on', async () => {
    const liar = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    await once(liar, 'listening')
    try {
      await start(`ws://127.0.0.1:${(liar.address() as AddressInfo).port}`, '20')
      await expect.poll(() => liar.clients.size).toBe(1)
      const announce = async (change: object) => {
        const header = await chain.rpc('eth_getBlockByNumber', ['latest', false])
        const result = { ...Object(header), ...change }
        const params = { subscription: '0x1', result }
        const text = JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params })
        for (const client of liar.clients) client.send(text)
      }
      let lies = 0
      const lie = async () => {
        lies += 1
        const newest = Number(await chain.rpc('eth_blockNumber'))
        await announce({
          hash: `0x${lies.toString(16).padStart(64, '7')}`,
          number: `0x${(newest + (lies % 3)).toString(16)}`,
        })
        return lost()
      }
      await expect.poll(lie).toBe(1)
      await mineUntilIndexed(3)
      await isLive(0)
      await expectEqualToRebuild(chain, database.db)
    } finally {
      for (const client of liar.clients) client.terminate()
      liar.close()
    }
  })
})
