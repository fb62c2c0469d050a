import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { createWalletClient, http, parseTransaction } from 'viem'
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
  bundler = await startTestBundler(inject('postgresUrl'), { BUNDLER_REPLACE_AFTER_SECONDS: '30' })
})
afterAll(() => bundler.stop())

const newBet = async () =>
  await signOperation(bundler.client(user), await bundler.newAccount(), [bundler.bet])
const relayerCount = () => bundler.reader.getTransactionCount({ address: RELAYER })
const prices = async () => {
  const rows = await bundler.database.db
    .selectFrom('transactions')
    .select(['relayer_nonce', 'gas_price'])
    .orderBy('relayer_nonce', 'desc')
    .orderBy('gas_price')
    .execute()
  const last = rows[0]?.relayer_nonce
  return rows.filter(({ relayer_nonce }) => relayer_nonce === last).map((row) => row.gas_price)
}

test('replaces a transaction that is not mined by one that pays more, up to a limit', async () => {
  const before = await relayerCount()
  await bundler.rpc('evm_setAutomine', [false])
  const { hash = '0x' } = await sendRaw(bundler.url(), user, await newBet())
  await expect.poll(prices).toHaveLength(1)
  bundler.advance(30)
  await expect.poll(prices).toHaveLength(2)
  bundler.advance(30)
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
  const { hash = '0x' } = await sendRaw(bundler.url(), user, await newBet())
  await expect.poll(prices).toHaveLength(1)
  await bundler.rpc('anvil_dropAllTransactions')
  await bundler.rpc('evm_mine')
  bundler.advance(30)
  await expect.poll(prices).toHaveLength(2)
  await bundler.rpc('evm_setAutomine', [true])
  await bundler.rpc('evm_mine')
  const client = bundler.client(user)
  expect((await client.waitForUserOperationReceipt({ hash })).success).toBe(true)
})

test('sends an operation again whose nonce another program of the relayer has used', async () => {
  await bundler.rpc('evm_setAutomine', [false])
  const { hash = '0x' } = await sendRaw(bundler.url(), user, await newBet())
  await expect.poll(prices).toHaveLength(1)
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
  const bet = await newBet()
  const { hash = '0x' } = await sendRaw(bundler.url(), user, bet)
  await expect.poll(prices).toHaveLength(1)
  const { raw } = await bundler.database.db
    .selectFrom('transactions')
    .select('raw')
    .orderBy('relayer_nonce', 'desc')
    .executeTakeFirstOrThrow()
  const { to = null, data = '0x', gas = 0n } = parseTransaction(`0x${raw.toString('hex')}`)
  const { reader, rpcUrl } = bundler
  const account = localAccounts(0).owner
  const wallet = createWalletClient({ account, chain: reader.chain, transport: http(rpcUrl) })
  await bundler.rpc('anvil_dropAllTransactions')
  await wallet.sendTransaction({ to, data, gas })
  await bundler.rpc('evm_mine')
  await bundler.rpc('evm_setAutomine', [true])
  // Ours is broadcast again, and reverts.
  bundler.advance(30)
  const client = bundler.client(user)
  const receipt = await client.waitForUserOperationReceipt({ hash })
  expect(receipt.success).toBe(true)
  expect(receipt.receipt.from).toBe(account.address.toLowerCase())
})
