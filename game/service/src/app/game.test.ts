import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Child } from '@bullring/stack/processes/child'
import { startChild } from '@bullring/stack/processes/child'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import { OtherMarketError, StartBlockLateError } from '../indexer/errors.ts'
import type { TestChain } from '../testing/chain/start-test-chain.ts'
import { startTestChain, TEST_KEEPER_KEY } from '../testing/chain/start-test-chain.ts'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { gameVariables, startGameService } from '../testing/start-game-service.ts'

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
  const [message] = await once(child.process, 'message', { signal: AbortSignal.timeout(120_000) })
  return z.parse(Ready, message).url
}

describe('the process', () => {
  test('reports when it is ready, and exits cleanly on a signal', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const { child } = start()
      const url = await readyUrl(child)
      expect((await fetch(`${url}/readyz`)).status).toBe(200)
      child.process.kill(signal)
      expect(await child.exited).toBe('game ended with code 0')
    }
  })

  test('ends when its parent process is killed', async () => {
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
    await expect.poll(lastOutput).toMatch(/^child \d+$/)
    const pid = Number(lastOutput().slice('child '.length))
    expect(isAlive(pid)).toBe(true)
    killed.kill('SIGKILL')
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  test('logs no address, key or database password', async () => {
    const { child, lines } = start({
      GAME_KEEPER_PRIVATE_KEY: TEST_KEEPER_KEY,
      LOG_LEVEL: 'info',
    })
    await readyUrl(child)
    await child.stop()
    const output = lines.join('\n')
    expect(output).toContain('ready')
    expect(output).not.toMatch(/0x[0-9a-f]{40}/i)
    expect(output).not.toContain(`${new URL(database.url).password}@`)
  })

  test.each<[string, Record<string, string>, RegExp]>([
    ['an invalid value', { PORT: 'x' }, /^The configuration is not valid: PORT must be/],
    [
      'no database',
      { DATABASE_URL: 'postgres://a:hunter2@127.0.0.1:1/x' },
      /^The database at DATABASE_URL cannot be used/,
    ],
  ])('error: with %s the process ends with one line and code 1', async (_, overrides, line) => {
    const { child, lines } = start({ LOG_LEVEL: 'silent', ...overrides })
    expect(await child.exited).toBe('game ended with code 1')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(line)
    expect(lines[0]).not.toContain('hunter2')
  })

  test('error: reports that its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { child, lines } = start({ LOG_LEVEL: 'silent', PORT: `${port}` })
    expect(await child.exited).toBe('game ended with code 1')
    expect(lines).toEqual([`Cannot listen on 127.0.0.1:${port} (EADDRINUSE).`])
    other.close()
  })
})

describe('startGame', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    ['another chain', { CHAIN_ID: '5' }, /^CHAIN_ID is 5, but the chain .* 31337\.$/],
    [
      'an unreachable chain',
      { RPC_URL: 'http://127.0.0.1:1' },
      /^The chain .* does not respond\.$/,
    ],
    [
      'no market',
      { PREDICTION_ADDRESS: `0x${'12'.repeat(20)}` },
      /^There is no Bullring market at 0x1212\w+ on this chain\. Check GAME_MARKETS or PREDICTION/,
    ],
    [
      'no web app',
      { GAME_WEB_ROOT: '/nowhere', GAME_PUBLIC_RPC_URLS: 'http://127.0.0.1:9' },
      /^GAME_WEB_ROOT holds no built web app/,
    ],
    ['a late start', { START_BLOCK: '4' }, /^START_BLOCK is after the block/],
    ['a start ahead', { START_BLOCK: '4000' }, /^START_BLOCK is above the newest block/],
  ])('error: rejects with one sentence for %s', async (_, overrides, sentence) => {
    const empty = await createTestDatabase(inject('postgresUrl'))
    await expect(startGameService(chain, empty.url, overrides)).rejects.toThrow(sentence)
    await empty.drop()
  })

  test('error: rejects a late start that still holds a later change of the fee', async () => {
    const empty = await createTestDatabase(inject('postgresUrl'))
    const { blockNumber } = await chain.client.getTransactionReceipt({
      hash: await chain.setFee(200),
    })
    const late = { START_BLOCK: `${blockNumber}` }
    await expect(startGameService(chain, empty.url, late)).rejects.toThrow(StartBlockLateError)
    await empty.drop()
  })

  test('error: rejects the database of another market', async () => {
    const own = await createTestDatabase(inject('postgresUrl'))
    await (await startGameService(chain, own.url)).stop()
    const second = await chain.deployAgain()
    const other = {
      PREDICTION_ADDRESS: second.prediction,
      START_BLOCK: `${second.startBlock}`,
    }
    await expect(startGameService(chain, own.url, other)).rejects.toThrow(OtherMarketError)
    await own.drop()
  })

  test('rebuilds the index when the local chain was recreated', async () => {
    const own = await createTestDatabase(inject('postgresUrl'))
    const recreated = await startTestChain({ genesis: 1_760_000_000 })
    for (const { rpcUrl } of [chain, recreated]) {
      await (await startGameService(chain, own.url, { RPC_URL: rpcUrl })).stop()
    }
    const fees = await own.db.selectFrom('fee_changes').select('block_number').execute()
    expect(fees).toHaveLength(1)
    await recreated.stop()
    await own.drop()
  })
})
