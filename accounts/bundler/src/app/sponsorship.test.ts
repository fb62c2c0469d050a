import { CONTRACTS } from '@bullring/smart-account/contracts'
import type { Operation } from '@bullring/smart-account/signatures'
import { parseEther } from 'viem'
import { formatUserOperationRequest } from 'viem/account-abstraction'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  RELAYER,
  sendRaw,
  signOperation,
  startTestBundler,
  type TestBundler,
} from '../testing/start-test-bundler.ts'

let bundler: TestBundler

beforeAll(async () => {
  bundler = await startTestBundler(inject('postgresUrl'))
})
afterAll(() => bundler.stop())

/** Signs the first bet of a new account. */
async function newBet() {
  const account = await bundler.newAccount()
  return await signOperation(bundler.client({ user: 'signer' }), account, [bundler.bet])
}

async function settled(hash: `0x${string}` | undefined) {
  const client = bundler.client({ user: 'reader' })
  return await client.waitForUserOperationReceipt({ hash: hash ?? '0x' })
}

async function spentBy(user: string): Promise<bigint> {
  const row = await bundler.database.db
    .selectFrom('budgets')
    .select('spent')
    .where('scope', '=', 'user')
    .where('key', '=', user)
    .executeTakeFirst()
  return row?.spent ?? 0n
}

describe('sponsorship', () => {
  test('charges what the transaction cost, to every budget', async () => {
    const { hash } = await sendRaw(bundler.url(), { user: 'alice', ip: 'home' }, await newBet())
    const { receipt } = await settled(hash)
    const cost = receipt.gasUsed * receipt.effectiveGasPrice
    await expect.poll(() => spentBy('alice')).toBe(cost)
    const rows = await bundler.database.db
      .selectFrom('budgets')
      .select(['scope', 'key', 'spent'])
      .execute()
    expect(rows.map(({ scope }) => scope).sort()).toEqual(['all', 'ip', 'method', 'user'])
    expect(rows.every(({ spent }) => spent === cost)).toBe(true)
  })

  test('error: pays for listed methods only, not for transfers or a mixed batch', async () => {
    const account = await bundler.newAccount()
    const client = bundler.client({ user: 'bob' })
    const transfer = { to: RELAYER, value: 1n, data: '0x' as const }
    for (const calls of [[transfer], [bundler.bet, transfer]]) {
      const operation = await signOperation(client, account, calls)
      expect((await sendRaw(bundler.url(), { user: 'bob' }, operation)).refused).toBe(
        'bundler.not-sponsored',
      )
    }
    expect(await spentBy('bob')).toBe(0n)
  })

  test('error: refuses calls that revert, before anything is spent', async () => {
    const operation = await newBet()
    const unpaid = { to: bundler.prediction, value: 0n, data: bundler.bet.data }
    const account = await bundler.newAccount()
    const client = bundler.client({ user: 'carol' })
    await expect(client.sendUserOperation({ account, calls: [unpaid] })).rejects.toThrow('revert')
    // With limits other than the estimate: too little gas for the calls, or for the account.
    for (const limits of [{ callGasLimit: 30_000n }, { verificationGasLimit: 100_000n }]) {
      const starved = await signOperation(client, await bundler.newAccount(), [bundler.bet], limits)
      const { refused } = await sendRaw(bundler.url(), { user: 'carol' }, starved)
      expect(['bundler.reverting', 'bundler.rejected']).toContain(refused)
    }
    expect(await spentBy('carol')).toBe(0n)
    expect((await sendRaw(bundler.url(), { user: 'dave' }, operation)).hash).toBeDefined()
  })

  test('error: refuses limits far above what an operation uses, which would hold the budgets of others', async () => {
    const client = bundler.client({ user: 'oscar' })
    const send = async (limits: Partial<Operation>) => {
      const operation = await signOperation(
        client,
        await bundler.newAccount(),
        [bundler.bet],
        limits,
      )
      return await sendRaw(bundler.url(), { user: 'oscar' }, operation)
    }
    for (const limits of [{ callGasLimit: 3_000_000n }, { verificationGasLimit: 1_000_000n }]) {
      expect(await send({ ...limits })).toMatchObject({ refused: 'bundler.invalid-params' })
    }
    expect(await spentBy('oscar')).toBe(0n)
    expect((await send({ callGasLimit: 300_000n })).hash).toBeDefined()
  })

  test('error: an operation that reverts on the chain uses up its whole reservation', async () => {
    const operation = await newBet()
    await bundler.rpc('evm_setAutomine', [false])
    const { hash } = await sendRaw(bundler.url(), { user: 'eve' }, operation)
    await expect.poll(() => stateOf(hash)).toBe('sent')
    const reserved = await spentBy('eve')
    // Between simulation and block, the account loses its stake.
    await bundler.rpc('anvil_setBalance', [operation.sender, '0x0'])
    await bundler.rpc('evm_mine')
    await bundler.rpc('evm_setAutomine', [true])
    const { success, receipt } = await settled(hash)
    expect(success).toBe(false)
    expect(receipt.status).toBe('success')
    expect(await spentBy('eve')).toBe(reserved)
  })

  test.each([
    ['user', () => ({ user: 'frank' })],
    ['ip', (n: number) => ({ user: `frank-${n}`, ip: 'one-address' })],
    ['method', (n: number) => ({ user: `grace-${n}` })],
    ['all', (n: number) => ({ user: `heidi-${n}` })],
  ])('error: stops at the budget per %s, whatever the account', async (scope, callerOf) => {
    // One reservation fits, at 1 gwei and twice that at most.
    const isShared = scope === 'method' || scope === 'all'
    const limit = parseEther('0.0025') + (isShared ? await spentInAll() : 0n)
    const large = parseEther('1')
    const budgets = { user: large, ip: large, method: large, all: large, [scope]: limit }
    await bundler.restart({}, { budgets })
    await bundler.rpc('evm_setAutomine', [false])
    const replies = []
    for (const n of [1, 2, 3]) {
      replies.push(await sendRaw(bundler.url(), callerOf(n), await newBet()))
    }
    await bundler.rpc('evm_setAutomine', [true])
    await bundler.rpc('evm_mine')
    expect(replies[0]?.hash).toBeDefined()
    expect(replies[2]?.refused).toBe('bundler.budget-spent')
    await settled(replies[0]?.hash)
    await bundler.restart({})
  })

  test('error: a race of many operations never takes more than the budget', async () => {
    const limit = parseEther('0.01')
    const operations = await Promise.all(Array.from({ length: 16 }, newBet))
    await bundler.rpc('evm_setAutomine', [false])
    const replies = await Promise.all(
      operations.map((operation) => sendRaw(bundler.url(), { user: 'ivan' }, operation)),
    )
    const accepted = replies.filter(({ hash }) => hash !== undefined)
    expect(accepted.length).toBeGreaterThan(0)
    expect(accepted.length).toBeLessThan(16)
    const spent = await spentBy('ivan')
    expect(spent).toBeLessThanOrEqual(limit)
    expect(spent).toBe(await reservedBy('ivan'))
    await bundler.rpc('evm_setAutomine', [true])
    await bundler.rpc('evm_mine')
    for (const { hash } of accepted) await settled(hash)
    expect(await spentBy('ivan')).toBeLessThan(spent)
  })

  test('error: the users of an IPv6 /48 share a budget', async () => {
    await bundler.restart({}, { budgets: { network: parseEther('0.003') } })
    // An operation that is not mined yet keeps its reservation.
    await bundler.rpc('evm_setAutomine', [false])
    const replies = []
    for (const user of ['mia', 'noah', 'olga', 'paul', 'quinn', 'rosa']) {
      replies.push(await sendRaw(bundler.url(), { user, network: 'shared' }, await newBet()))
    }
    expect(replies[0]?.hash).toBeDefined()
    expect(replies.at(-1)).toMatchObject({
      refused: 'bundler.budget-spent',
      reason: expect.stringContaining('(network)'),
    })
    const other = await sendRaw(bundler.url(), { user: 'rosa', network: 'other' }, await newBet())
    expect(other.hash).toBeDefined()
    await bundler.rpc('evm_setAutomine', [true])
    await bundler.rpc('evm_mine')
    for (const { hash } of [...replies, other]) if (hash !== undefined) await settled(hash)
    await bundler.restart({})
  })

  test('quotes no fee for sponsored operations, and a fee that it accepts for others', async () => {
    const account = await bundler.newAccount()
    const client = bundler.client({ user: 'kate' })
    const bet = await signOperation(client, account, [bundler.bet])
    expect(await quoteOf('kate', bet)).toEqual({
      isSponsored: true,
      maxFeePerGas: '0x0',
      maxPriorityFeePerGas: '0x0',
    })
    const transfer = [{ to: RELAYER, value: 1n, data: '0x' as const }]
    const quote = await quoteOf('kate', await signOperation(client, account, transfer))
    expect(quote.isSponsored).toBe(false)
    const fees = {
      maxFeePerGas: BigInt(quote.maxFeePerGas),
      maxPriorityFeePerGas: BigInt(quote.maxPriorityFeePerGas),
    }
    const paid = await signOperation(client, account, transfer, fees)
    const { hash } = await sendRaw(bundler.url(), { user: 'kate' }, paid)
    expect((await settled(hash)).actualGasCost).toBeGreaterThan(0n)
  })

  test('quotes a fee once the budget is spent', async () => {
    const operation = await newBet()
    expect((await quoteOf('leo', operation)).isSponsored).toBe(true)
    const { day } = await bundler.database.db
      .selectFrom('budgets')
      .select('day')
      .executeTakeFirstOrThrow()
    const spent = { scope: 'user', key: 'leo', day, spent: parseEther('1') }
    await bundler.database.db.insertInto('budgets').values(spent).execute()
    expect((await quoteOf('leo', operation)).isSponsored).toBe(false)
  })

  test('error: quotes no fee that it would not accept: the budget for accounts that pay is spent', async () => {
    const client = bundler.client({ user: 'mia' })
    const transfer = [{ to: RELAYER, value: 1n, data: '0x' as const }]
    const operation = await signOperation(client, await bundler.newAccount(), transfer)
    const quote = () => quoteOf('mia', operation)
    expect((await quote()).isSponsored).toBe(false)
    await bundler.restart({}, { budgets: { user: parseEther('0.000001') } })
    await expect(quote()).rejects.toThrow('budget')
    await bundler.restart({})
  })

  test('pays nothing where no method is listed', async () => {
    await bundler.restart({ BUNDLER_SPONSORED_METHODS: '' })
    const { refused } = await sendRaw(bundler.url(), { user: 'judy' }, await newBet())
    expect(refused).toBe('bundler.not-sponsored')
  })
})

async function quoteOf(user: string, operation: Operation) {
  const params = [formatUserOperationRequest(operation), CONTRACTS.entryPoint]
  const request = { method: 'bundler_quoteFees', params } as never
  return await bundler.client({ user }).request<{ ReturnType: Quote }>(request)
}

type Quote = { isSponsored: boolean; maxFeePerGas: string; maxPriorityFeePerGas: string }

async function stateOf(hash: `0x${string}` | undefined): Promise<string | undefined> {
  const row = await bundler.database.db
    .selectFrom('operations')
    .select('state')
    .where('hash', '=', Buffer.from(hash?.slice(2) ?? '', 'hex'))
    .executeTakeFirst()
  return row?.state
}

async function spentInAll(): Promise<bigint> {
  const row = await bundler.database.db
    .selectFrom('budgets')
    .select('spent')
    .where('scope', '=', 'all')
    .executeTakeFirstOrThrow()
  return row.spent
}

async function reservedBy(user: string): Promise<bigint> {
  const rows = await bundler.database.db
    .selectFrom('operations')
    .select('reserved')
    .where('user_id', '=', user)
    .execute()
  return rows.reduce((sum, { reserved }) => sum + reserved, 0n)
}
