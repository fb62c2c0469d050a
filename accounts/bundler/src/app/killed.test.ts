import { fileURLToPath } from 'node:url'
import type { TestDatabase } from '@bullring/server/testing/test-database'
import { readSessionState } from '@bullring/smart-account/read-sessions'
import { type Child, startChild } from '@bullring/stack/processes/child'
import { numberToHex } from 'viem'
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
  type TestLimits,
  testVariables,
} from '../testing/start-test-bundler.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import {
  grantSession,
  sendRevocation,
  sendSessionCall,
  signBet,
  signRevocation,
} from '../testing/test-session.ts'

/** Each step kills a process. TEST_DEEP=1 kills at every step, otherwise where most can be lost. */
const [OPERATION_STEPS, SESSION_STEPS] = inject('isDeep')
  ? [
      ['accepted', 'signed', 'stored', 'broadcast', 'mined', 'settled'],
      ['accepted', 'stored', 'broadcast', 'mined', 'settled'],
    ]
  : [['broadcast'], ['broadcast']]

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

/** Starts a bundler in its own process, which dies at a step, or lives for `''`. */
async function startProcess(
  step: string,
  limits: Pick<TestLimits, 'replaceAfterSeconds'> = {},
): Promise<{ child: Child; url: string }> {
  const file = fileURLToPath(new URL('../testing/dying-bundler.ts', import.meta.url))
  const variables = testVariables({ ...chain, databaseUrl: database.url })
  const child = startChild({
    name: 'The bundler',
    command: process.execPath,
    args: [file, JSON.stringify(variables), JSON.stringify(limits), step],
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
const stateOf = async (hash: string) =>
  (await operations()).find((row) => row.hash.equals(Buffer.from(hash.slice(2), 'hex')))?.state
const relayerCount = () => chain.reader.getTransactionCount({ address: RELAYER })

test.each(OPERATION_STEPS)(
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
    // The spent amount is the one that the chain charged: no operation was counted twice or forgotten.
    const costs = await Promise.all(stored.map(costOf))
    expect(await spentBy(user)).toBe(costs.reduce((sum, cost) => sum + cost, 0n))
  },
)

test.each(SESSION_STEPS)(
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
    await expect.poll(() => stateOf(hash)).toBe('included')
    await next.child.stop()
    expect(await relayerCount()).toBe(before + 1)
    const { account, id } = session
    expect(await readSessionState(chain.reader, account.address, id)).toMatchObject({ nonce: 1 })
  },
)

/** Sets the base fee of the next block, and so what the node says that gas costs. */
const setBaseFee = (gwei: bigint) =>
  chain.rpc('anvil_setNextBlockBaseFeePerGas', [numberToHex(gwei * 10n ** 9n)])

async function signPaying(url: string, user: { user: string }) {
  const maxFeePerGas = await chain.reader.getGasPrice()
  return await signOperation(
    clientOf(url, chain.reader, user),
    await chain.newAccount(),
    [{ to: RELAYER, value: 1n, data: '0x' }],
    { maxFeePerGas, maxPriorityFeePerGas: maxFeePerGas },
  )
}

async function spentBy({ user }: { user: string }): Promise<bigint> {
  const { spent } = await database.db
    .selectFrom('budgets')
    .select('spent')
    .where('scope', '=', 'user')
    .where('key', '=', user)
    .executeTakeFirstOrThrow()
  return spent
}

test('a bundler that is killed when it cancels a transaction cancels it once, and pays once', async () => {
  const before = await relayerCount()
  const user = { user: 'user-of-cancelled' }
  const dying = await startProcess('cancelled', { replaceAfterSeconds: 1 })
  const operation = await signPaying(dying.url, user)
  await chain.rpc('evm_setAutomine', [false])
  const { hash = '0x' } = await sendRaw(dying.url, user, operation)
  const find = async () =>
    (await operations()).find((row) => row.hash.equals(Buffer.from(hash.slice(2), 'hex')))
  await expect.poll(async () => (await find())?.state).toBe('sent')
  await setBaseFee(3n)
  await dying.child.exited

  await chain.rpc('anvil_dropAllTransactions')
  const next = await startProcess('')
  const pooled = () => chain.rpc('eth_getTransactionCount', [RELAYER, 'pending'])
  await expect.poll(pooled).toBe(numberToHex(before + 1))
  await chain.rpc('evm_mine')
  await expect.poll(async () => (await find())?.state).toBe('failed')
  const { gasUsed, effectiveGasPrice } = await lastOfRelayer()
  expect({ gasUsed, count: await relayerCount() }).toEqual({ gasUsed: 21_000n, count: before + 1 })
  expect(await spentBy({ user: `self-paid:${user.user}` })).toBe(gasUsed * effectiveGasPrice)
  await chain.rpc('evm_setAutomine', [true])
  await next.child.stop()
})

test('drops accepted operations once the gas price is above their limit', async () => {
  const before = await relayerCount()
  const user = { user: 'user-of-risen' }
  const dying = await startProcess('accepted')
  const operation = await signPaying(dying.url, user)
  await sendRaw(dying.url, user, operation).catch(() => null)
  await dying.child.exited
  await setBaseFee(3n)
  const living = await startProcess('')
  const find = async () => (await operations()).find(({ user_id }) => user_id === user.user)
  await expect.poll(async () => (await find())?.error ?? '').toMatch('price of gas')
  expect(await relayerCount()).toBe(before)
  expect(await spentBy({ user: `self-paid:${user.user}` })).toBe(0n)
  await living.child.stop()
})

/** Returns the receipt of the only transaction in the newest block. */
async function lastOfRelayer() {
  const { transactions } = await chain.reader.getBlock()
  return await chain.reader.getTransactionReceipt({ hash: transactions[0] ?? '0x' })
}

test.each(SESSION_STEPS)(
  'a bundler that is killed when a revocation is %s sends it once',
  async (step) => {
    const living = await startProcess('')
    const user = { user: `revocation-of-${step}` }
    const session = await grantSession(chain, clientOf(living.url, chain.reader, user))
    await living.child.stop()
    const before = await relayerCount()
    const signed = await signRevocation(session)
    const dying = await startProcess(step)
    await sendRevocation(dying.url, user, signed).catch(() => null)
    await dying.child.exited

    const next = await startProcess('')
    const { hash = '0x' } = await sendRevocation(next.url, user, signed)
    await expect.poll(() => stateOf(hash)).toBe('included')
    await next.child.stop()
    expect(await relayerCount()).toBe(before + 1)
    const { account, id } = session
    expect(await readSessionState(chain.reader, account.address, id)).toMatchObject({
      status: 'revoked',
    })
  },
)

async function costOf({ transaction_hash }: { transaction_hash: Buffer | null }): Promise<bigint> {
  const hash = `0x${transaction_hash?.toString('hex') ?? ''}` as const
  const { gasUsed, effectiveGasPrice } = await chain.reader.getTransactionReceipt({ hash })
  return gasUsed * effectiveGasPrice
}
