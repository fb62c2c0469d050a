import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Child } from '@bullring/stack/processes/child'
import { startChild } from '@bullring/stack/processes/child'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import type { TestDatabase } from '../testing/create-test-database.ts'
import { createTestDatabase } from '../testing/create-test-database.ts'
import { gameVariables } from '../testing/start-game-service.ts'
import type { TestChain } from '../testing/start-test-chain.ts'
import { startTestChain, TEST_KEEPER_KEY } from '../testing/start-test-chain.ts'

const Ready = z.object({ kind: z.literal('ready'), url: z.string() })
const PROGRAM = fileURLToPath(new URL('../bin/game.ts', import.meta.url))

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

function start(overrides: Record<string, string> = {}) {
  const lines: string[] = []
  const child = startChild({
    name: 'game',
    command: process.execPath,
    args: [PROGRAM],
    env: gameVariables(chain, database.url, overrides),
    withIpc: true,
    onLine: (line) => lines.push(line),
  })
  return { child, lines }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function readyUrl(child: Child): Promise<string> {
  const [message] = await once(child.process, 'message', { signal: AbortSignal.timeout(20_000) })
  return z.parse(Ready, message).url
}

describe('game', () => {
  test('says when it is ready, and ends well when asked to', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const { child } = start()
      const url = await readyUrl(child)
      expect((await fetch(`${url}/readyz`)).status).toBe(200)
      child.process.kill(signal)
      expect(await child.exited).toBe('game ended with code 0')
    }
  })

  test('ends when the process that started it is killed', async () => {
    const parent = `
      const { spawn } = require('node:child_process')
      const child = spawn(process.execPath, [process.argv[1]], {
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      })
      child.on('message', () => console.log('child ' + child.pid))`
    const { process: killed, lastOutput } = startChild({
      name: 'parent',
      command: process.execPath,
      args: ['-e', parent, PROGRAM],
      env: gameVariables(chain, database.url),
    })
    await expect.poll(lastOutput, { timeout: 20_000 }).toMatch(/^child \d+$/)
    const pid = Number(lastOutput().slice('child '.length))
    expect(isAlive(pid)).toBe(true)
    killed.kill('SIGKILL')
    await expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false)
  })

  test('logs no address, key or database password', async () => {
    const { child, lines } = start({
      GAME_KEEPER_PRIVATE_KEY: TEST_KEEPER_KEY,
      GAME_LOG_LEVEL: 'info',
    })
    await readyUrl(child)
    await child.stop()
    const output = lines.join('\n')
    expect(output).toContain('ready')
    expect(output).not.toMatch(/0x[0-9a-f]{40}/i)
    expect(output).not.toContain(`${new URL(database.url).password}@`)
  })

  test.each<[string, Record<string, string>, RegExp]>([
    ['a wrong setting', { GAME_PORT: 'x' }, /^The configuration is not valid: GAME_PORT must be/],
    ['another chain', { GAME_CHAIN_ID: '5' }, /^GAME_CHAIN_ID is 5, but the chain .* 31337\.$/],
    ['a silent chain', { GAME_RPC_URL: 'http://127.0.0.1:1' }, /^The chain .* does not answer\.$/],
    [
      'no market',
      { GAME_PREDICTION_ADDRESS: `0x${'12'.repeat(20)}` },
      /^There is no Bullring market at GAME_PREDICTION_ADDRESS/,
    ],
    [
      'no database',
      { GAME_DATABASE_URL: 'postgres://a:hunter2@127.0.0.1:1/x' },
      /^The database at GAME_DATABASE_URL cannot be used/,
    ],
    ['no web app', { GAME_WEB_ROOT: '/nowhere' }, /^GAME_WEB_ROOT holds no built web app/],
    ['a late start', { GAME_START_BLOCK: '4' }, /^GAME_START_BLOCK is after the block/],
    ['a start ahead', { GAME_START_BLOCK: '4000' }, /^GAME_START_BLOCK is above the newest block/],
  ])('error: with %s it ends with one sentence and code 1', async (_, overrides, sentence) => {
    const own = await createTestDatabase(inject('postgresUrl'))
    const { child, lines } = start({
      GAME_LOG_LEVEL: 'silent',
      GAME_DATABASE_URL: own.url,
      ...overrides,
    })
    expect(await child.exited).toBe('game ended with code 1')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(sentence)
    expect(lines[0]).not.toContain('hunter2')
    await own.drop()
  })

  test('error: says that its port is taken', async () => {
    const first = start()
    const { port } = new URL(await readyUrl(first.child))
    const second = start({ GAME_LOG_LEVEL: 'silent', GAME_PORT: port })
    expect(await second.child.exited).toBe('game ended with code 1')
    expect(second.lines).toEqual([`Cannot listen on 127.0.0.1:${port} (EADDRINUSE).`])
    await first.child.stop()
  })

  test('error: does not take the database of another market', async () => {
    const other = await startTestChain()
    try {
      const { child } = start()
      await readyUrl(child)
      await child.stop()
      const second = await other.deployAgain()
      const refused = start({
        GAME_LOG_LEVEL: 'silent',
        GAME_RPC_URL: other.rpcUrl,
        GAME_PREDICTION_ADDRESS: second.prediction,
        GAME_START_BLOCK: `${second.startBlock}`,
      })
      expect(await refused.child.exited).toBe('game ended with code 1')
      expect(refused.lines[0]).toMatch(/^The database at GAME_DATABASE_URL holds another market/)
    } finally {
      await other.stop()
    }
  })

  test('rebuilds by itself when the same local chain began anew', async () => {
    const own = await createTestDatabase(inject('postgresUrl'))
    const again = await startTestChain({ genesis: 1_760_000_000 })
    try {
      for (const rpcUrl of [chain.rpcUrl, again.rpcUrl]) {
        const { child } = start({ GAME_RPC_URL: rpcUrl, GAME_DATABASE_URL: own.url })
        await readyUrl(child)
        await child.stop()
      }
      const fees = await own.db.selectFrom('fee_changes').select('block_number').execute()
      expect(fees).toHaveLength(1)
    } finally {
      await again.stop()
      await own.drop()
    }
  })
})
