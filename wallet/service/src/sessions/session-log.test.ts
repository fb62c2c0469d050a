import type { ChainRpc } from '@bullring/server/chain/nodes/chain-rpc'
import { toBytes } from '@bullring/server/db/bytes'
import { SESSION_MODULE } from '@bullring/smart-account/contracts'
import type { Session } from '@bullring/smart-account/session'
import { sessionId } from '@bullring/smart-account/session'
import { grantCalls, revokeCall } from '@bullring/smart-account/session-calls'
import { createSessionKey, sessionKeyPoint } from '@bullring/smart-account/session-key'
import { openAccountContracts } from '@bullring/stack/account-contracts/open-account-contracts'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { type Hex, toEventSelector } from 'viem'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createRpcClient, type RpcClient } from '../chain/rpc-client.ts'
import { startTestChain, TEST_CHAIN, type TestChain } from '../testing/test-chain.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { LaggingNodeError, SessionsNotReadyError } from './errors.ts'
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

const openLog = (reader = client, isLocal = true) =>
  createSessionLog({ db: database.db, client: reader, isLocal, startBlock: 0 })

async function grant(index: number) {
  const from = chain.accounts[index]
  if (from === undefined) throw new Error('no account')
  const { publicKey } = await createSessionKey()
  const { timestamp } = await chain.client.getBlock()
  const session: Session = {
    key: await sessionKeyPoint(publicKey),
    valuePerCall: 5n,
    totalValue: 10n,
    callsPerPeriod: 2,
    period: 60,
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

async function forgetAll() {
  await database.db.deleteFrom('session_log').execute()
  await database.db.deleteFrom('session_events').execute()
}

const REVOKED = toEventSelector('event SessionRevoked(address indexed account, bytes32 indexed id)')

type LogFilter = { fromBlock: Hex; toBlock: Hex; topics: Hex[] }

/** A node that refuses to list some logs, by a code that viem turns into an error of another class. */
function refusingClient(refuses: (filter: LogFilter & { blocks: number }) => boolean): RpcClient {
  const request: ChainRpc['request'] = async (call, options) => {
    const [filter] = (call.params ?? []) as readonly LogFilter[]
    if (call.method === 'eth_getLogs' && filter !== undefined) {
      const blocks = Number(filter.toBlock) - Number(filter.fromBlock) + 1
      if (refuses({ ...filter, blocks })) {
        return { kind: 'error', error: { code: -32_602, message: 'too many logs' } }
      }
    }
    return await chain.chainRpc.request(call, options)
  }
  return createRpcClient({ request }, TEST_CHAIN)
}

async function readPatiently(log: ReturnType<typeof createSessionLog>) {
  for (let tries = 0; tries < 500; tries += 1) {
    if ((await log.step().catch(() => 'later' as const)) === 'soon') return
  }
  throw new Error('the log never ends')
}

test('reads shorter ranges when the node refuses long ones', async () => {
  await forgetAll()
  const { account } = await grant(2)
  await mine(FINAL_AFTER)
  await readPatiently(openLog(refusingClient(({ blocks }) => blocks > 40)))
  expect(await openLog().eventsOf(account)).toHaveLength(1)
})

test('goes on past a block with more revocations than the node lists', async () => {
  await forgetAll()
  const { from, id } = await grant(2)
  await chain.send({ from, ...revokeCall(id) })
  const full = await chain.client.getBlockNumber({ cacheTime: 0 })
  await mine(FINAL_AFTER)
  const refused = refusingClient(
    ({ topics, fromBlock, toBlock }) =>
      topics[0] === REVOKED && BigInt(fromBlock) <= full && full <= BigInt(toBlock),
  )
  await readPatiently(openLog(refused))
  const events = database.db.selectFrom('session_events').select('limits')
  const stored = await events.where('session', '=', toBytes(id)).execute()
  expect(stored).toMatchObject([{ limits: expect.any(Buffer) as Buffer }])
})

test('error: a node that lacks the stored block lags, on a public chain', async () => {
  await readAll()
  await database.db.updateTable('session_log').set({ read_to: 1_000_000 }).execute()
  await expect(openLog(client, false).step()).rejects.toThrow(LaggingNodeError)
  expect(await countStored()).toBeGreaterThan(0)
  expect(await openLog().step()).toBe('at-once')
  expect(await countStored()).toBe(0)
})

test('error: says that older blocks are still being read', async () => {
  await forgetAll()
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
