import { toBytes, toHex } from '@bullring/server/db/bytes'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { createWalletClient, type Hex, http, parseTransaction } from 'viem'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  RELAYER,
  sendRaw,
  signOperation,
  startTestBundler,
  type TestBundler,
} from '../testing/start-test-bundler.ts'

const user = { user: 'waiting' }

let bundler: TestBundler

beforeAll(async () => {
  bundler = await startTestBundler(inject('postgresUrl'), { BUNDLER_REPLACE_AFTER_SECONDS: '3600' })
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

/** Sends a bet, and waits until its transaction is in the node's pool. */
async function sendWaiting() {
  const { hash = '0x' } = await sendRaw(bundler.url(), user, await newBet())
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

test('finds an operation that someone else ran first', async () => {
  await bundler.rpc('evm_setAutomine', [false])
  const { hash, transaction } = await sendWaiting()
  const { to = null, data = '0x', gas = 0n } = transaction ?? {}
  const { reader, rpcUrl } = bundler
  const account = localAccounts(0).owner
  const wallet = createWalletClient({ account, chain: reader.chain, transport: http(rpcUrl) })
  await bundler.rpc('anvil_dropAllTransactions')
  await wallet.sendTransaction({ to, data, gas })
  await bundler.rpc('evm_mine')
  await bundler.rpc('evm_setAutomine', [true])
  // Ours is broadcast again, and reverts.
  bundler.advance(3_600)
  const client = bundler.client(user)
  const receipt = await client.waitForUserOperationReceipt({ hash })
  expect(receipt.success).toBe(true)
  expect(receipt.receipt.from).toBe(account.address.toLowerCase())
})
