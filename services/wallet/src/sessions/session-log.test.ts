import { SESSION_MODULE } from '@bullring/smart-account/contracts'
import type { Session } from '@bullring/smart-account/session'
import { sessionId } from '@bullring/smart-account/session'
import { grantCalls, revokeCall } from '@bullring/smart-account/session-calls'
import { createSessionKey, sessionKeyPoint } from '@bullring/smart-account/session-key'
import { openAccountContracts } from '@bullring/stack/account-contracts/open-account-contracts'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { RpcRequestError } from 'viem'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createRpcClient, type RpcClient } from '../chain/rpc-client.ts'
import { startTestChain, TEST_CHAIN, type TestChain } from '../testing/test-chain.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { SessionsNotReadyError } from './errors.ts'
import { createSessionLog } from './session-log.ts'

/** Any contract will do as a market. */
const MARKET = '0xcA11bde05977b3631167028862bE2a173976CA11'
/** Blocks of two epochs, after which anvil counts a block as final. */
const FINAL_AFTER = 64

let chain: TestChain
let client: RpcClient
let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  ;[chain, database] = await Promise.all([
    startTestChain(),
    createTestDatabase(inject('postgresUrl')),
  ])
  const { relayer } = localAccounts(0)
  const { rpcUrl } = chain
  await openAccountContracts({ rpcUrl, chainId: TEST_CHAIN.id, deployer: relayer, mine: null })
  client = createRpcClient(chain.chainRpc, TEST_CHAIN)
})
afterAll(async () => {
  await Promise.all([chain.stop(), database.drop()])
})

const openLog = (reader = client, startBlock = 0) =>
  createSessionLog({ db: database.db, client: reader, startBlock })

async function grant(index: number) {
  const from = chain.accounts[index]
  if (from === undefined) throw new Error('no account')
  const { publicKey } = await createSessionKey()
  const { timestamp } = await chain.client.getBlock()
  const session: Session = {
    key: await sessionKeyPoint(publicKey),
    ...{ valuePerCall: 5n, totalValue: 10n, callsPerPeriod: 2, period: 60 },
    expiresAt: Number(timestamp) + 3_600,
    methods: [{ to: MARKET, selector: '0x57fb096f' }],
  }
  const { address } = from
  for (const { to, data } of grantCalls(address, session, { isEnabled: true })) {
    await chain.send({ from, to, data })
  }
  return { from, account: address, id: sessionId(session) }
}

const mine = (blocks: number) => chain.rpc('anvil_mine', [`0x${blocks.toString(16)}`])

async function readAll(log = openLog()) {
  for (let steps = 0; steps < 100; steps += 1) if ((await log.step()) === 'soon') return
  throw new Error('the log never ends')
}

const countStored = async () =>
  (await database.db.selectFrom('session_events').select('session').execute()).length

test('reads new blocks for each request, and stores final ones once', async () => {
  const log = openLog()
  const { from, account, id } = await grant(0)
  await chain.send({ from, ...revokeCall(id) })
  const expected = [
    { account, session: id, limits: null },
    { account, session: id, limits: expect.stringMatching(/^0x/) as string },
  ]
  expect(await log.eventsOf(account)).toMatchObject(expected)
  await readAll(log)
  expect(await countStored()).toBe(0)
  await mine(FINAL_AFTER)
  await readAll(log)
  await readAll(openLog())
  expect(await countStored()).toBe(2)
  expect(await log.eventsOf(account)).toMatchObject(expected)
  expect(await log.eventsOf(SESSION_MODULE)).toEqual([])
})

test('two processes store an event once', async () => {
  const { account } = await grant(1)
  await mine(FINAL_AFTER)
  await Promise.all([readAll(openLog()), readAll(openLog())])
  await readAll()
  expect(await openLog().eventsOf(account)).toHaveLength(1)
})

test('reads shorter ranges when the node refuses long ones', async () => {
  await database.db.deleteFrom('session_log').execute()
  await database.db.deleteFrom('session_events').execute()
  const { account } = await grant(2)
  await mine(FINAL_AFTER)
  const spans: number[] = []
  const strict = Object.assign(Object.create(client) as RpcClient, {
    getLogs: async (filter: { fromBlock: bigint; toBlock: bigint }) => {
      const span = Number(filter.toBlock - filter.fromBlock) + 1
      spans.push(span)
      if (span > 40) {
        const error = { code: -32_000, message: 'block range too large' }
        throw new RpcRequestError({ body: {}, error, url: 'rpc' })
      }
      return await client.getLogs(filter as never)
    },
  })
  const log = openLog(strict)
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await log.step().catch(() => 'later' as const)) === 'soon') break
  }
  expect(Math.max(...spans)).toBeGreaterThan(40)
  expect(await openLog().eventsOf(account)).toHaveLength(1)
})

test('error: says that older blocks are still being read', async () => {
  await database.db.deleteFrom('session_log').execute()
  await database.db.deleteFrom('session_events').execute()
  await mine(2_001)
  await expect(openLog().eventsOf(SESSION_MODULE)).rejects.toThrow(SessionsNotReadyError)
  await readAll()
  expect(await openLog().eventsOf(SESSION_MODULE)).toEqual([])
})

test('begins again when the stored blocks are not on the chain', async () => {
  const { account } = await grant(3)
  await mine(FINAL_AFTER)
  await readAll()
  const count = await countStored()
  await database.db
    .updateTable('session_log')
    .set({ hash: Buffer.alloc(32) })
    .execute()
  await readAll()
  expect(await countStored()).toBe(count)
  expect(await openLog().eventsOf(account)).toHaveLength(1)
})
