import type { RunningService } from '@bullring/server/run-service'
import { ensureServiceDatabase } from '@bullring/stack/database/ensure-service-database'
import { ensureKeeperRole, newKeeperUrl } from '@bullring/stack/database/keeper-database'
import {
  startTemporaryPostgres,
  type TemporaryPostgres,
} from '@bullring/stack/database/temporary-postgres'
import type { Child } from '@bullring/stack/processes/child'
import { sql } from 'kysely'
import { parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../db/open-database.ts'
import {
  startTestChain,
  TEST_KEEPER_KEY,
  type TestChain,
} from '../../testing/chain/start-test-chain.ts'
import { signPayoutSwitch } from '../../testing/sign-payout-switch.ts'
import { post, startGameProcess, startGameService } from '../../testing/start-game-service.ts'

const USD = 100_000_000n
const WAIT = { interval: 100, timeout: 60_000 }

let server: TemporaryPostgres
let chain: TestChain
let game: RunningService
let keeper: Child
/** As `npm start` and the keeper have it. */
let keeperUrl: URL

beforeAll(async () => {
  server = await startTemporaryPostgres({ isDurable: false })
  chain = await startTestChain()
  const databaseUrl = await ensureServiceDatabase(server.adminUrl, 'game')
  keeperUrl = new URL(newKeeperUrl())
  await ensureKeeperRole(server.adminUrl, keeperUrl)
  keeperUrl.port = new URL(server.adminUrl).port
  const symbols = `BNB=${chain.market.prediction}@${chain.market.startBlock}`
  const variables = { GAME_MARKETS: symbols, PREDICTION_ADDRESS: '', START_BLOCK: '' }
  game = await startGameService(chain, databaseUrl, { ...variables, GAME_ROLES: 'index,api' })
  // As setup writes the keeper's variables: without a start block.
  const own = {
    GAME_MARKETS: `BNB=${chain.market.prediction}`,
    PREDICTION_ADDRESS: '',
    START_BLOCK: '',
    GAME_KEEPER_PRIVATE_KEY: TEST_KEEPER_KEY,
  }
  keeper = startGameProcess(chain, keeperUrl.href, own, 'keeper')
})

afterAll(async () => {
  await keeper.stop()
  await game.stop()
  await chain.stop()
  await server.stop()
})

test('a separate keeper settles and sends winnings with the rights that the game service grants', async () => {
  const account = chain.traders[0] ?? '0x'
  const { genesisTimestamp, intervalSeconds } = chain.schedule
  await chain.push(600n * USD, genesisTimestamp + 10)
  for (const epoch of [1, 2]) {
    await chain.bet(account, epoch, 'bull', parseEther('1'))
    await chain.push((600n + BigInt(epoch)) * USD, genesisTimestamp + epoch * intervalSeconds)
  }
  const signature = await signPayoutSwitch(chain, 0, true)
  const body = { user_address: account, is_on: true, signature }
  const switchOn = async () => (await post(game, '/api/set-payout-switch', body)).status
  await expect.poll(switchOn, { interval: 5_000, timeout: 60_000 }).toBe(200)
  const payments = async () => {
    const response = await post(game, '/api/trades-by-user', { user_address: account })
    return ((await response.json()) as { is_claimed: boolean }[]).filter((bet) => bet.is_claimed)
  }
  await expect.poll(async () => (await payments()).length, WAIT).toBeGreaterThan(0)
})

test('that role neither changes the index and the switches nor reads about visitors', async () => {
  const db = openDatabase(keeperUrl.href, () => undefined)
  const statements = [
    ...['bets', 'index_state', 'payout_accounts'].map((table) => `delete from ${table}`),
    ...[
      'push_subscriptions',
      'webhooks',
      'refer_codes',
      'referrals',
      'refer_code_keys',
      'limit_nodes',
    ].map((table) => `select from ${table}`),
    'create table own (id int)',
  ]
  for (const statement of statements) {
    await expect(sql.raw(statement).execute(db), statement).rejects.toThrow('permission denied')
  }
  await db.destroy()
})

test('error: a password of another installation lets no one in', async () => {
  const other = new URL(newKeeperUrl())
  other.port = keeperUrl.port
  const db = openDatabase(other.href, () => undefined)
  await expect(sql`select 1`.execute(db)).rejects.toThrow('password authentication failed')
  await db.destroy()
})
