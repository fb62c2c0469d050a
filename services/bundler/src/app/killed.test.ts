import { fileURLToPath } from 'node:url'
import type { TestDatabase } from '@bullring/server/testing/test-database'
import { readSessionState } from '@bullring/smart-account/read-sessions'
import { type Child, startChild } from '@bullring/stack/processes/child'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import type { BundlerTables } from '../db/schema.ts'
import {
  betOn,
  clientOf,
  RELAYER,
  sendRaw,
  signOperation,
  startTestChain,
  testVariables,
} from '../testing/start-test-bundler.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { grantSession, sendSessionCall, signBet } from '../testing/test-session.ts'

type Chain = Awaited<ReturnType<typeof startTestChain>>

let chain: Chain
let database: TestDatabase<BundlerTables>
const children: Child[] = []

beforeAll(async () => {
  ;[chain, database] = await Promise.all([
    startTestChain(),
    createTestDatabase(inject('postgresUrl')),
  ])
})
afterAll(async () => {
  await Promise.all(children.map((child) => child.stop(0)))
  await Promise.all([database.drop(), chain.stop()])
})

const Ready = z.object({ kind: z.literal('ready'), url: z.string() })

/** Starts a bundler in its own process, which dies at a step; `''` for one that lives. */
async function startProcess(step: string): Promise<{ child: Child; url: string }> {
  const file = fileURLToPath(new URL('../testing/dying-bundler.ts', import.meta.url))
  const variables = testVariables({ ...chain, databaseUrl: database.url })
  const child = startChild({
    name: 'The bundler',
    command: process.execPath,
    args: [file, JSON.stringify(variables), step],
    withIpc: true,
  })
  children.push(child)
  const ready = new Promise<string>((resolve) => {
    child.process.on('message', (message) => {
      const parsed = z.safeParse(Ready, message)
      if (parsed.success) resolve(parsed.data.url)
    })
  })
  const url = await Promise.race([ready, child.exited.then(() => null)])
  // Killed before it could say that it is ready.
  return { child, url: url ?? '' }
}

const operations = () => database.db.selectFrom('operations').selectAll().execute()
const relayerCount = () => chain.reader.getTransactionCount({ address: RELAYER })

test.each(['accepted', 'signed', 'stored', 'broadcast', 'mined', 'settled'])(
  'a bundler that is killed when an operation is %s loses none and pays for none twice',
  async (step) => {
    const before = { operations: (await operations()).length, transactions: await relayerCount() }
    const dying = await startProcess(step)
    const user = { user: `user-of-${step}` }
    const signing = clientOf(dying.url, chain.reader, user)
    const bets = []
    for (const _ of [1, 2, 3]) {
      const account = await chain.newAccount()
      bets.push(await signOperation(signing, account, [betOn(chain.prediction)]))
    }
    const replies = await Promise.all(
      bets.map((bet) => sendRaw(dying.url, user, bet).catch(() => null)),
    )
    await dying.child.exited

    const living = await startProcess('')
    const client = clientOf(living.url, chain.reader, user)
    // Without a reply, a client sends the same operation again.
    for (const [index, bet] of bets.entries()) {
      const { hash = '0x' } = await sendRaw(living.url, user, bet)
      expect(replies[index]?.hash ?? hash).toBe(hash)
      expect((await client.waitForUserOperationReceipt({ hash })).success).toBe(true)
    }
    const stored = (await operations()).slice(before.operations)
    expect(stored.map(({ state }) => state)).toEqual(['included', 'included', 'included'])
    expect(await relayerCount()).toBe(before.transactions + bets.length)
    await living.child.stop()
    // What is spent is what the chain charged: no operation was counted twice, none forgotten.
    const costs = await Promise.all(stored.map(costOf))
    const { spent } = await database.db
      .selectFrom('budgets')
      .select('spent')
      .where('scope', '=', 'user')
      .where('key', '=', user.user)
      .executeTakeFirstOrThrow()
    expect(spent).toBe(costs.reduce((sum, cost) => sum + cost, 0n))
  },
)

test.each(['accepted', 'stored', 'broadcast', 'mined', 'settled'])(
  'a bundler that is killed when a call of a session is %s makes it once',
  async (step) => {
    const living = await startProcess('')
    const user = { user: `session-of-${step}` }
    const session = await grantSession(chain, clientOf(living.url, chain.reader, user))
    await living.child.stop()
    const before = await relayerCount()
    const signed = await signBet(chain, session)
    const dying = await startProcess(step)
    await sendSessionCall(dying.url, user, signed).catch(() => null)
    await dying.child.exited

    const next = await startProcess('')
    const { hash = '0x' } = await sendSessionCall(next.url, user, signed)
    const find = async () =>
      (await operations()).find((row) => row.hash.equals(Buffer.from(hash.slice(2), 'hex')))
    await expect.poll(async () => (await find())?.state).toBe('included')
    await next.child.stop()
    expect(await relayerCount()).toBe(before + 1)
    const { account, id } = session
    expect(await readSessionState(chain.reader, account.address, id)).toMatchObject({ nonce: 1 })
  },
)

async function costOf({ transaction_hash }: { transaction_hash: Buffer | null }): Promise<bigint> {
  const hash = `0x${transaction_hash?.toString('hex') ?? ''}` as const
  const { gasUsed, effectiveGasPrice } = await chain.reader.getTransactionReceipt({ hash })
  return gasUsed * effectiveGasPrice
}
