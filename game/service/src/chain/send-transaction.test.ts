import { setTimeout as sleep } from 'node:timers/promises'
import type { Address, Hash } from 'viem'
import { numberToHex, parseEther, parseGwei } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { TestChain } from '../testing/chain/start-test-chain.ts'
import { startTestChain, TEST_KEEPER_KEY } from '../testing/chain/start-test-chain.ts'
import { createTransactionSender, TransactionStuckError } from './send-transaction.ts'

const account = privateKeyToAccount(TEST_KEEPER_KEY)
const never = new AbortController().signal
/** Longer than any test. */
const NEVER_RAISED_MS = 600_000

let chain: TestChain
let to: Address

beforeAll(async () => {
  chain = await startTestChain()
  to = chain.traders[0] ?? '0x'
})

beforeEach(async () => {
  await chain.rpc('anvil_dropAllTransactions')
  await chain.rpc('evm_setAutomine', [true])
})

afterEach(() => vi.restoreAllMocks())

afterAll(() => chain.stop())

function sender(raiseAfterMs = 300, maxFeePerGas = parseGwei('1000')) {
  const waiting = { raiseAfterMs, pollMs: 20 }
  return createTransactionSender(chain.client, account, { maxFeePerGas, waiting })
}

type PoolTransaction = { hash: Hash; maxFeePerGas: `0x${string}` }

async function pending(): Promise<PoolTransaction | undefined> {
  const { pending: pool } = (await chain.rpc('txpool_content')) as {
    pending: Record<Address, Record<string, PoolTransaction>>
  }
  return Object.values(pool).flatMap((byNonce) => Object.values(byNonce))[0]
}

describe('createTransactionSender', () => {
  test('waits until the transaction is mined', async () => {
    const before = await chain.client.getBalance({ address: to })
    const receipt = await sender().send({ to, value: parseEther('1') }, never)
    expect(receipt?.status).toBe('success')
    expect(await chain.client.getBalance({ address: to })).toBe(before + parseEther('1'))
  })

  test('never pays more than its limit, whatever the node estimates, and also when raising', async () => {
    await chain.rpc('evm_setAutomine', [false])
    const limit = parseGwei('5')
    vi.spyOn(chain.client, 'estimateFeesPerGas').mockResolvedValue({
      maxFeePerGas: parseGwei('900000'),
      maxPriorityFeePerGas: parseGwei('900000'),
    })
    const stop = new AbortController()
    const sent = sender(100, limit).send({ to, value: 1n }, stop.signal)
    const stuck = expect(sent).rejects.toThrow(TransactionStuckError)
    await expect.poll(pending).toBeDefined()
    await sleep(500)
    expect(await pending()).toMatchObject({
      maxFeePerGas: numberToHex(limit),
      maxPriorityFeePerGas: numberToHex(limit),
    })
    stop.abort()
    await stuck
  })

  test('never pays more than the limit of a call, if that is less than its own', async () => {
    await chain.rpc('evm_setAutomine', [false])
    const maxFeePerGas = parseGwei('2')
    vi.spyOn(chain.client, 'estimateFeesPerGas').mockResolvedValue({
      maxFeePerGas: parseGwei('900'),
      maxPriorityFeePerGas: parseGwei('900'),
    })
    const stop = new AbortController()
    const sent = sender(100).send({ to, value: 1n, maxFeePerGas }, stop.signal)
    const stuck = expect(sent).rejects.toThrow(TransactionStuckError)
    await expect.poll(pending).toBeDefined()
    await sleep(300)
    expect(await pending()).toMatchObject({ maxFeePerGas: numberToHex(maxFeePerGas) })
    stop.abort()
    await stuck
  })

  test('returns no receipt for a call whose nonce a stuck call has taken', async () => {
    await chain.rpc('evm_setAutomine', [false])
    const one = sender(600_000)
    const stop = new AbortController()
    const first = expect(one.send({ to, value: 1n }, stop.signal)).rejects.toThrow()
    await expect.poll(pending).toBeDefined()
    stop.abort()
    await first
    // The second call is not allowed the fee that would replace the first.
    const second = one.send({ to, value: 2n, maxFeePerGas: 1n }, never)
    await sleep(300)
    await chain.rpc('evm_mine')
    expect(await second).toBeNull()
  })

  test('raises the fee of a stuck transaction, which is mined once', async () => {
    await chain.rpc('evm_setAutomine', [false])
    const before = await chain.client.getBalance({ address: to })
    const sent = sender().send({ to, value: parseEther('1') }, never)
    await expect.poll(pending).toBeDefined()
    const first = await pending()
    await expect.poll(async () => (await pending())?.hash).not.toBe(first?.hash)
    const second = await pending()
    expect(BigInt(second?.maxFeePerGas ?? 0)).toBeGreaterThanOrEqual(
      (BigInt(first?.maxFeePerGas ?? 0) * 110n) / 100n,
    )
    await chain.mine(1)
    expect((await sent)?.status).toBe('success')
    expect(await chain.client.getBalance({ address: to })).toBe(before + parseEther('1'))
  })

  test('error: fails when stuck, and the next call replaces it', async () => {
    await chain.rpc('evm_setAutomine', [false])
    const before = await chain.client.getBalance({ address: to })
    const waiting = { raiseAfterMs: 30, pollMs: 20 }
    const options = { maxFeePerGas: parseGwei('1000'), waiting }
    const stuck = createTransactionSender(chain.client, account, options)
    await expect(stuck.send({ to, value: parseEther('1') }, never)).rejects.toThrow(
      TransactionStuckError,
    )
    const left = await pending()
    waiting.raiseAfterMs = NEVER_RAISED_MS
    const next = stuck.send({ to, value: parseEther('2') }, never)
    await expect.poll(async () => (await pending())?.hash).not.toBe(left?.hash)
    await chain.mine(1)
    expect((await next)?.status).toBe('success')
    expect(await chain.client.getBalance({ address: to })).toBe(before + parseEther('2'))
  })

  test.each([
    ['the same transaction', parseEther('1')],
    ['another transaction', parseEther('2')],
  ])('replaces %s that a killed process left in the mempool', async (_, value) => {
    await chain.rpc('evm_setAutomine', [false])
    const before = await chain.client.getBalance({ address: to })
    const kill = new AbortController()
    const killed = sender(NEVER_RAISED_MS).send({ to, value: parseEther('1') }, kill.signal)
    const stuck = expect(killed).rejects.toThrow(TransactionStuckError)
    await expect.poll(pending).toBeDefined()
    kill.abort()
    await stuck
    const left = await pending()
    const submissions = vi.spyOn(chain.client, 'sendRawTransaction')
    const sent = sender(NEVER_RAISED_MS).send({ to, value }, never)
    if (value !== parseEther('1')) {
      await expect.poll(async () => (await pending())?.hash).not.toBe(left?.hash)
    }
    // Mining before the last submission has reached the node would use its nonce.
    await expect.poll(() => submissions.mock.settledResults.length).toBeGreaterThan(0)
    await expect
      .poll(() => submissions.mock.settledResults.every(({ type }) => type !== 'incomplete'))
      .toBe(true)
    await chain.mine(1)
    expect((await sent)?.status).toBe('success')
    expect(await chain.client.getBalance({ address: to })).toBe(before + value)
  })

  test('returns null when another transaction of the account replaced it', async () => {
    await chain.rpc('evm_setAutomine', [false])
    const sent = sender(NEVER_RAISED_MS).send({ to, value: 1n }, never)
    await expect.poll(pending).toBeDefined()
    const nonce = await chain.client.getTransactionCount({ address: account.address })
    const serializedTransaction = await account.signTransaction({
      to,
      value: 2n,
      nonce,
      gas: 21_000n,
      chainId: chain.client.chain.id,
      maxFeePerGas: 10n ** 12n,
      maxPriorityFeePerGas: 10n ** 11n,
      type: 'eip1559',
    })
    await chain.client.sendRawTransaction({ serializedTransaction })
    await chain.mine(1)
    expect(await sent).toBeNull()
  })

  test('error: stops waiting on abort', async () => {
    await chain.rpc('evm_setAutomine', [false])
    const ending = new AbortController()
    const sent = sender(NEVER_RAISED_MS).send({ to, value: 1n }, ending.signal)
    await expect.poll(pending).toBeDefined()
    ending.abort()
    await expect(sent).rejects.toThrow(TransactionStuckError)
  })
})
