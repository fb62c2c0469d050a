import { toBytes, toHex } from '@bullring/server/db/bytes'
import type { Operation } from '@bullring/smart-account/signatures'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { createWalletClient, type Hex, http, numberToHex, parseEther, parseTransaction } from 'viem'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import {
  RELAYER,
  sendRaw,
  signOperation,
  startTestBundler,
  type TestAccount,
  type TestBundler,
} from '../testing/start-test-bundler.ts'

const user = { user: 'waiting' }

let bundler: TestBundler

beforeAll(async () => {
  bundler = await startTestBundler(inject('postgresUrl'), {}, { replaceAfterSeconds: 3_600 })
})
afterAll(() => bundler.stop())

const newBet = async () =>
  await signOperation(bundler.client(user), await bundler.newAccount(), [bundler.bet])
const relayerCount = () => bundler.reader.getTransactionCount({ address: RELAYER })
/** Returns the prices of an operation's transactions, in order. */
const pricesOf = async (hash: Hex) => {
  const rows = await bundler.database.db
    .selectFrom('transactions')
    .select('gas_price')
    .where('operation_hash', '=', toBytes(hash))
    .orderBy('gas_price')
    .execute()
  return rows.map((row) => row.gas_price)
}

/** Returns the number of transactions in the node's pool. */
async function pooledCount(): Promise<number> {
  const pool = z.object({ pending: z.string(), queued: z.string() })
  const { pending, queued } = z.parse(pool, await bundler.rpc('txpool_status'))
  return Number(pending) + Number(queued)
}

/** Sends a bet, and waits until its transaction is in the node's pool. */
async function sendWaiting(caller = user, operation?: Operation) {
  const { hash = '0x' } = await sendRaw(bundler.url(), caller, operation ?? (await newBet()))
  const pooled = async () => {
    const row = await bundler.database.db
      .selectFrom('transactions')
      .select(['hash', 'raw'])
      .where('operation_hash', '=', toBytes(hash))
      .executeTakeFirst()
    if (row === undefined) return null
    const known = await bundler.rpc('eth_getTransactionByHash', [toHex(row.hash)])
    return known === null ? null : parseTransaction(toHex(row.raw))
  }
  await expect.poll(pooled).not.toBeNull()
  return { hash, transaction: await pooled() }
}

/** Sets the base fee of the next block, and so what the node says that gas costs. */
const setBaseFee = (gwei: bigint) =>
  bundler.rpc('anvil_setNextBlockBaseFeePerGas', [numberToHex(gwei * 10n ** 9n)])

const statusOf = (hash: Hex) =>
  bundler.client(user).request<{ ReturnType: { state: string; error: string | null } | null }>({
    method: 'bundler_getOperationStatus',
    params: [hash],
  } as never)

async function spentBy(name: string): Promise<bigint> {
  const row = await bundler.database.db
    .selectFrom('budgets')
    .select('spent')
    .where('scope', '=', 'user')
    .where('key', '=', name)
    .executeTakeFirstOrThrow()
  return row.spent
}

/** Signs a transfer whose account offers the price of gas, and nothing more. */
async function signTransfer(account?: TestAccount) {
  const maxFeePerGas = await bundler.reader.getGasPrice()
  const fees = { maxFeePerGas, maxPriorityFeePerGas: maxFeePerGas }
  const calls = [{ to: RELAYER, value: 1n, data: '0x' as const }]
  return await signOperation(
    bundler.client(user),
    account ?? (await bundler.newAccount()),
    calls,
    fees,
  )
}

/** Has another account send the calls of the relayer's transaction. Ours is broadcast again then, and reverts. */
async function runBefore(transaction: Awaited<ReturnType<typeof sendWaiting>>['transaction']) {
  const { to = null, data = '0x', gas = 0n } = transaction ?? {}
  const { reader, rpcUrl } = bundler
  const account = localAccounts(0).owner
  const wallet = createWalletClient({ account, chain: reader.chain, transport: http(rpcUrl) })
  await bundler.rpc('anvil_dropAllTransactions')
  await wallet.sendTransaction({ to, data, gas })
  await bundler.rpc('evm_mine')
  await bundler.rpc('evm_setAutomine', [true])
  bundler.advance(3_600)
  return account
}

test('replaces a transaction that is not mined by one that pays more, up to a limit', async () => {
  const before = await relayerCount()
  await bundler.rpc('evm_setAutomine', [false])
  const { hash } = await sendWaiting()
  const prices = () => pricesOf(hash)
  bundler.advance(3_600)
  await expect.poll(prices).toHaveLength(2)
  bundler.advance(3_600)
  await expect.poll(prices).toHaveLength(3)
  const [first = 0n, , third = 0n] = await prices()
  expect(third).toBeGreaterThan(first)
  expect(third).toBeLessThanOrEqual(first * 2n)
  await bundler.rpc('evm_mine')
  await bundler.rpc('evm_setAutomine', [true])
  const client = bundler.client(user)
  const { receipt } = await client.waitForUserOperationReceipt({ hash })
  expect(receipt.effectiveGasPrice).toBe(third)
  expect(await relayerCount()).toBe(before + 1)
})

test('cancels a transaction that may not pay the price of gas, so that those behind it are mined', async () => {
  const before = await relayerCount()
  const poor = { user: 'poor' }
  const operation = await signTransfer()
  await bundler.rpc('evm_setAutomine', [false])
  const { hash } = await sendWaiting(poor, operation)
  await setBaseFee(3n)
  const behind = await sendWaiting({ user: 'behind' })
  await bundler.rpc('evm_mine')
  expect(await relayerCount()).toBe(before)
  await setBaseFee(3n)
  bundler.advance(3_600)
  await expect.poll(() => pricesOf(hash)).toHaveLength(2)
  await expect.poll(() => pooledCount()).toBe(2)
  await bundler.rpc('evm_mine')
  const { success } = await bundler.client(user).waitForUserOperationReceipt({ hash: behind.hash })
  expect(success).toBe(true)
  await expect
    .poll(() => statusOf(hash))
    .toMatchObject({ state: 'failed', error: expect.stringMatching('price of gas') })
  expect(await relayerCount()).toBe(before + 2)
  // The user's budget pays for the cancellation, and for nothing else.
  const [, price = 0n] = await pricesOf(hash)
  expect(await spentBy('self-paid:poor')).toBe(21_000n * price)
  // Another offer can take its place.
  await bundler.rpc('evm_setAutomine', [true])
  const next = await sendRaw(bundler.url(), poor, operation)
  expect(next).toMatchObject({ refused: 'bundler.invalid-params' })
})

test('cancels nothing that the price of gas can still reach', async () => {
  await bundler.rpc('evm_setAutomine', [false])
  const { hash } = await sendWaiting(user, await signTransfer())
  bundler.advance(3_600)
  await bundler.rpc('anvil_dropAllTransactions')
  await expect.poll(pooledCount).toBe(1)
  expect(await pricesOf(hash)).toHaveLength(1)
  await bundler.rpc('evm_mine')
  await bundler.rpc('evm_setAutomine', [true])
  expect((await bundler.client(user).waitForUserOperationReceipt({ hash })).success).toBe(true)
})

test('broadcasts again what the node has lost', async () => {
  await bundler.rpc('evm_setAutomine', [false])
  const { hash } = await sendWaiting()
  await bundler.rpc('anvil_dropAllTransactions')
  await bundler.rpc('evm_mine')
  bundler.advance(3_600)
  await expect.poll(() => pricesOf(hash)).toHaveLength(2)
  await bundler.rpc('evm_setAutomine', [true])
  await bundler.rpc('evm_mine')
  const client = bundler.client(user)
  expect((await client.waitForUserOperationReceipt({ hash })).success).toBe(true)
})

test('sends an operation again whose nonce another program of the relayer has used', async () => {
  await bundler.rpc('evm_setAutomine', [false])
  const { hash } = await sendWaiting()
  await bundler.rpc('anvil_dropAllTransactions')
  const { reader, rpcUrl } = bundler
  const account = localAccounts(0).relayer
  const wallet = createWalletClient({ account, chain: reader.chain, transport: http(rpcUrl) })
  await wallet.sendTransaction({ to: RELAYER, nonce: await relayerCount() })
  await bundler.rpc('anvil_mine', ['0x20'])
  await bundler.rpc('evm_setAutomine', [true])
  const client = bundler.client(user)
  expect((await client.waitForUserOperationReceipt({ hash })).success).toBe(true)
})

test('sends and settles operations behind one that cannot be read', async () => {
  const blocked = toBytes(`0x${'bd'.repeat(32)}`)
  await bundler.database.db
    .insertInto('operations')
    .values({
      hash: blocked,
      sender: toBytes(RELAYER),
      nonce: 0n,
      user_id: 'broken',
      operation: '{}',
      state: 'accepted',
      gas: 0n,
      max_gas_price: 0n,
      budgets: [],
      budget_day: 0,
      reserved: 0n,
      relayer_nonce: null,
      transaction_hash: null,
      is_success: null,
      error: null,
      created_at: 0,
    })
    .execute()
  const { hash = '0x' } = await sendRaw(bundler.url(), user, await newBet())
  const client = bundler.client(user)
  expect((await client.waitForUserOperationReceipt({ hash })).success).toBe(true)
  await bundler.database.db.deleteFrom('operations').where('hash', '=', blocked).execute()
})

test('repeats settled operations on a chain that continues from an older state', async () => {
  const before = await bundler.rpc('evm_snapshot')
  const settled = await newBet()
  const { hash = '0x' } = await sendRaw(bundler.url(), user, settled)
  await bundler.client(user).waitForUserOperationReceipt({ hash })
  await bundler.rpc('evm_revert', [before])
  await bundler.rpc('anvil_setBalance', [settled.sender, numberToHex(parseEther('1'))])
  await bundler.restart({})
  const client = bundler.client(user)
  const next = await sendRaw(bundler.url(), user, await newBet())
  const { success } = await client.waitForUserOperationReceipt({ hash: next.hash ?? '0x' })
  expect(success).toBe(true)
  expect((await client.getUserOperationReceipt({ hash })).success).toBe(true)
})

test('charges the user whose account ran its own operation first', async () => {
  const spender = { user: 'spender' }
  const account = await bundler.newAccount()
  const fee = 10n ** 10n
  const operation = await signOperation(
    bundler.client(spender),
    account,
    [{ to: RELAYER, value: 1n, data: '0x' }],
    { maxFeePerGas: fee, maxPriorityFeePerGas: fee },
  )
  await bundler.rpc('evm_setAutomine', [false])
  const { hash = '0x', transaction } = await sendWaiting(spender, operation)
  await runBefore(transaction)
  const client = bundler.client(spender)
  expect((await client.waitForUserOperationReceipt({ hash })).success).toBe(true)
  // Our transaction reverted, and the account has paid for the other transaction.
  expect(await spentBy('self-paid:spender')).toBeGreaterThan(0n)
})

test('finds an operation that someone else ran first', async () => {
  await bundler.rpc('evm_setAutomine', [false])
  const { hash, transaction } = await sendWaiting()
  const account = await runBefore(transaction)
  const client = bundler.client(user)
  const receipt = await client.waitForUserOperationReceipt({ hash })
  expect(receipt.success).toBe(true)
  expect(receipt.receipt.from).toBe(account.address.toLowerCase())
})

/** The last one: it leaves a high price of gas. */
test('charges a cancellation that costs more than was reserved', async () => {
  const unlucky = { user: 'unlucky' }
  await bundler.restart({ BUNDLER_MAX_GAS_PRICE_GWEI: '200' })
  await setBaseFee(0n)
  await bundler.rpc('evm_mine')
  const operation = await signTransfer()
  await bundler.rpc('evm_setAutomine', [false])
  const { hash } = await sendWaiting(unlucky, operation)
  const reserved = await spentBy('self-paid:unlucky')
  await setBaseFee(100n)
  await bundler.rpc('evm_mine')
  await setBaseFee(100n)
  bundler.advance(3_600)
  await expect.poll(() => pricesOf(hash)).toHaveLength(2)
  await expect.poll(() => pooledCount()).toBe(1)
  await bundler.rpc('evm_mine')
  await expect.poll(() => statusOf(hash)).toMatchObject({ state: 'failed' })
  const [, price = 0n] = await pricesOf(hash)
  expect(21_000n * price).toBeGreaterThan(reserved)
  expect(await spentBy('self-paid:unlucky')).toBe(21_000n * price)
})
