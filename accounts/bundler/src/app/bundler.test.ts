import { CONTRACTS } from '@bullring/smart-account/contracts'
import { numberToHex, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  callerHeaders,
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

const balanceOf = (address: `0x${string}`) => bundler.reader.getBalance({ address })

describe('a bundler that viem’s client calls', () => {
  test('deploys an account with its first bet, and pays for it', async () => {
    const account = await bundler.newAccount()
    const client = bundler.client({ user: 'first' })
    const hash = await client.sendUserOperation({ account, calls: [bundler.bet] })
    const receipt = await client.waitForUserOperationReceipt({ hash })
    expect(receipt).toMatchObject({ success: true, sender: account.address, actualGasCost: 0n })
    // The stake, and no fee.
    expect(await balanceOf(account.address)).toBe(parseEther('1') - bundler.bet.value)
    expect(await client.getUserOperation({ hash })).toMatchObject({
      userOperation: { sender: account.address, nonce: 0n },
      transactionHash: receipt.receipt.transactionHash,
      blockHash: receipt.receipt.blockHash,
      blockNumber: receipt.receipt.blockNumber,
    })
  })

  test('runs several calls of a deployed account, all or none', async () => {
    const account = await bundler.newAccount()
    const client = bundler.client({ user: 'batch' })
    const { bet } = bundler
    await client.waitForUserOperationReceipt({
      hash: await client.sendUserOperation({ account, calls: [bet] }),
    })
    const { factory } = await account.getFactoryArgs()
    expect(factory).toBeUndefined()
    const calls = [
      { ...bet, value: bet.value * 2n },
      { ...bet, value: bet.value * 3n },
    ]
    // An account can bet once in a round: both calls revert together.
    await expect(client.sendUserOperation({ account, calls })).rejects.toThrow('reverted')
    const batch = await client.sendUserOperation({
      account,
      calls: [
        { to: account.address, value: 0n, data: '0x' },
        { to: RELAYER, value: 1n, data: '0x' },
      ],
      maxFeePerGas: parseEther('0.00000001'),
      maxPriorityFeePerGas: parseEther('0.00000001'),
    })
    expect((await client.waitForUserOperationReceipt({ hash: batch })).success).toBe(true)
  })

  test('is paid back by an account that pays its fees', async () => {
    const account = await bundler.newAccount()
    const client = bundler.client({ user: 'paying' })
    const gasPrice = await bundler.reader.getGasPrice()
    const before = await balanceOf(RELAYER)
    const hash = await client.sendUserOperation({
      account,
      calls: [{ to: RELAYER, value: 1n }],
      maxFeePerGas: gasPrice,
      maxPriorityFeePerGas: gasPrice,
    })
    const receipt = await client.waitForUserOperationReceipt({ hash })
    expect(receipt.actualGasCost).toBeGreaterThan(0n)
    expect(await balanceOf(RELAYER)).toBeGreaterThanOrEqual(before)
  })

  test('returns the same hash for the same operation, and runs it once', async () => {
    const account = await bundler.newAccount()
    const client = bundler.client({ user: 'again' })
    const operation = await signOperation(client, account, [bundler.bet])
    const send = () => sendRaw(bundler.url(), { user: 'again' }, operation)
    const [first, ...others] = await Promise.all([send(), send(), send()])
    const { hash = '0x' } = first
    expect(others).toEqual([{ hash }, { hash }])
    await client.waitForUserOperationReceipt({ hash })
    expect(await send()).toEqual({ hash })
    expect(await account.getNonce()).toBe(1n)
  })

  test('takes an operation again that failed', async () => {
    const account = await bundler.newAccount()
    const client = bundler.client({ user: 'broke' })
    const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 10n }
    const operation = await signOperation(
      client,
      account,
      [{ to: RELAYER, value: 1n, data: '0x' }],
      fees,
    )
    const send = () => sendRaw(bundler.url(), { user: 'broke' }, operation)
    await bundler.rpc('evm_setAutomine', [false])
    const { hash = '0x' } = await send()
    const status = () =>
      client.request<{ ReturnType: unknown }>({
        method: 'bundler_getOperationStatus',
        params: [hash],
      } as never)
    await expect.poll(status).toMatchObject({ state: 'sent' })
    // The account can no longer pay its fee: the EntryPoint reverts the transaction.
    await bundler.rpc('anvil_setBalance', [account.address, '0x0'])
    await bundler.rpc('evm_mine')
    await bundler.rpc('evm_setAutomine', [true])
    await expect
      .poll(status)
      .toMatchObject({ state: 'failed', error: expect.stringMatching('reverted') })
    // The relayer has paid for nothing, which is charged to the user.
    const spent = async () => {
      const row = await bundler.database.db
        .selectFrom('budgets')
        .select('spent')
        .where('scope', '=', 'user')
        .where('key', '=', 'self-paid:broke')
        .executeTakeFirstOrThrow()
      return row.spent
    }
    const lost = await spent()
    expect(lost).toBeGreaterThan(0n)
    expect(await send()).toMatchObject({ refused: 'bundler.rejected' })
    await bundler.rpc('anvil_setBalance', [account.address, numberToHex(parseEther('1'))])
    expect(await send()).toEqual({ hash })
    expect((await client.waitForUserOperationReceipt({ hash })).success).toBe(true)
    await expect.poll(spent).toBe(lost)
  })

  test('names chain and EntryPoint; knows no other operation', async () => {
    const client = bundler.client({ user: 'reader' })
    expect(await client.getChainId()).toBe(31_337)
    expect(await client.getSupportedEntryPoints()).toEqual([CONTRACTS.entryPoint])
    const hash = `0x${'ab'.repeat(32)}` as const
    await expect(client.getUserOperation({ hash })).rejects.toThrow('could not be found')
    await expect(client.getUserOperationReceipt({ hash })).rejects.toThrow('could not be found')
  })

  test('error: makes no more calls than a minute allows, and lets another user go on', async () => {
    await bundler.restart({}, { callsPerMinute: 400 })
    const client = bundler.client({ user: 'greedy' })
    // A twentieth is the user's.
    const calls = Array.from({ length: 40 }, () => client.request({ method: 'eth_chainId' }))
    const outcomes = await Promise.allSettled(calls)
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused.length).toBeGreaterThan(10)
    expect(refused.length).toBeLessThanOrEqual(20)
    expect(String(refused[0]?.reason)).toContain('Too many calls')
    const other = bundler.client({ user: 'modest' })
    expect(await other.request({ method: 'eth_chainId' })).toBe(numberToHex(31_337))
  })

  test('error: refuses callers without the token, pages, and nameless users', async () => {
    const call = (headers: Record<string, string>) =>
      fetch(`${bundler.url()}/rpc`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' }),
      }).then(({ status }) => status)
    const headers = callerHeaders({ user: 'someone' })
    expect(await call(headers)).toBe(200)
    expect(await call({})).toBe(401)
    expect(await call({ ...headers, authorization: 'Bearer another-token-of-someone' })).toBe(401)
    expect(await call({ ...headers, 'x-bundler-user': '' })).toBe(401)
    expect(await call({ ...headers, origin: 'https://evil.example' })).toBe(403)
  })
})
