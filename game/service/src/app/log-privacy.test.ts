import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningService } from '@bullring/server/run-service'
import type { FaultyNode } from '@bullring/stack/testing/faulty-node'
import { startFaultyNode } from '@bullring/stack/testing/faulty-node'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { playRound } from '../testing/chain/play-rounds.ts'
import type { TestChain } from '../testing/chain/start-test-chain.ts'
import { startTestChain, TEST_KEEPER_KEY } from '../testing/chain/start-test-chain.ts'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { post, startGameService } from '../testing/start-game-service.ts'

/** Account 3 of the local chain's well-known mnemonic. */
const FAUCET_KEY = '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6'
const ROUNDS = 3

let chain: TestChain
let node: FaultyNode
let database: TestDatabase
let game: RunningService
const lines: string[] = []

beforeAll(async () => {
  chain = await startTestChain()
  node = await startFaultyNode(chain.rpcUrl)
  database = await createTestDatabase(inject('postgresUrl'))
  game = await startGameService(
    chain,
    database.url,
    {
      RPC_URL: `${node.url}/key-in-a-path`,
      GAME_KEEPER_PRIVATE_KEY: TEST_KEEPER_KEY,
      GAME_FAUCET_PRIVATE_KEY: FAUCET_KEY,
    },
    { log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }) },
  )
})

afterAll(async () => {
  await game.stop()
  await node.close()
  await database.drop()
  await chain.stop()
})

const output = () => lines.join('')

/** Patterns that identify an account or grant access. */
function secrets(): RegExp[] {
  const texts = [
    ...chain.traders.map((trader) => trader.slice(2)),
    ...[TEST_KEEPER_KEY, FAUCET_KEY].map((key) => key.slice(2)),
    ...[new URL(database.url).password, 'key-in-a-path', chain.market.prediction.slice(2)],
  ]
  return [/0x[0-9a-f]{40}/i, /postgres:\/\//, ...texts.map((text) => new RegExp(text, 'i'))]
}

describe('the log at level info', () => {
  test('contains no account, key, password or URL', async () => {
    const [trader = '0x', other = '0x'] = chain.traders
    for (let epoch = 1; epoch <= ROUNDS; epoch += 1) await playRound(chain, epoch)
    await expect.poll(output).toContain('settled')
    await chain.claim(trader, [1]).catch(() => undefined)
    await chain.claim(other, [1]).catch(() => undefined)

    const requests = [
      ['/api/refer-code', { user_address: trader }],
      ['/api/faucet', { user_address: other }],
      ['/api/trades-by-user', { user_address: trader }],
      ['/api/trade-stats', { user_address: 'nobody' }],
      ['/api/create_refer', { user_address: trader, refer_code: 'NOBODY' }],
    ] as const
    for (const [path, body] of requests) await post(game, path, body)

    for (const fault of [
      'responds with a gateway error page',
      'returns a wrong block hash',
    ] as const) {
      await node.setFault(fault)
      await chain.mine(2)
      await sleep(1_000)
    }
    await node.setFault(null)

    // The database loses every connection, and then a table.
    const restart = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    await restart.execute(database.db)
    await expect.poll(output).toContain('connection for changes lost')
    await sql`alter table refer_codes rename to lost`.execute(database.db)
    await expect
      .poll(() => post(game, '/api/refer-code', { user_address: other }))
      .toMatchObject({ status: 500 })
    await expect.poll(output).toContain('request failed')

    expect(lines.length).toBeGreaterThan(4)
    for (const secret of secrets()) expect(output()).not.toMatch(secret)
  })
})
