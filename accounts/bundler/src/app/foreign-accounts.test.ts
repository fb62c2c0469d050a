import { moduleAbi } from '@bullring/smart-account/abi'
import { encodeCalls } from '@bullring/smart-account/calls'
import { CONTRACTS } from '@bullring/smart-account/contracts'
import type { Operation } from '@bullring/smart-account/signatures'
import { encodeFunctionData, type Hex, numberToHex, pad, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  RELAYER,
  sendRaw,
  signOperation,
  startTestBundler,
  type TestBundler,
} from '../testing/start-test-bundler.ts'

const user = { user: 'attacker' }

const ownersAbi = parseAbi(['function getOwners() view returns (address[])'])

let bundler: TestBundler

beforeAll(async () => {
  bundler = await startTestBundler(inject('postgresUrl'))
})
afterAll(() => bundler.stop())

/** Signs a bet of a new account, changed before it is signed. */
async function signedBet(changes: (operation: Operation) => Partial<Operation> = () => ({})) {
  const account = await bundler.newAccount()
  const client = bundler.client(user)
  const plain = await signOperation(client, account, [bundler.bet])
  return await signOperation(client, account, [bundler.bet], changes(plain))
}

const refusal = async (operation: Operation) =>
  (await sendRaw(bundler.url(), user, operation)).refused

/** Deploys an account by a sponsored bet. */
async function deployedAccount() {
  const account = await bundler.newAccount()
  const client = bundler.client({ user: account.address })
  const hash = await client.sendUserOperation({ account, calls: [bundler.bet] })
  await client.waitForUserOperationReceipt({ hash })
  return { account, client }
}

describe('accounts of other kinds', () => {
  test('error: refuses another factory, and another way to deploy', async () => {
    const foreign = 'bundler.foreign-account'
    expect(await refusal(await signedBet(() => ({ factory: RELAYER })))).toBe(foreign)
    expect(await refusal(await signedBet(() => ({ factoryData: '0x1234' })))).toBe(foreign)
    const longer = ({ factoryData = '0x' }: Operation): Partial<Operation> => ({
      factoryData: `${factoryData}00`,
    })
    expect(await refusal(await signedBet(longer))).toBe(foreign)
    const other = await bundler.newAccount()
    expect(await refusal(await signedBet(() => ({ sender: other.address })))).toBe(foreign)
  })

  test('error: refuses paymasters, which could charge anyone', async () => {
    const paymaster: Partial<Operation> = {
      paymaster: RELAYER,
      paymasterData: '0x',
      paymasterVerificationGasLimit: 1n,
      paymasterPostOpGasLimit: 1n,
    }
    const operation = await signedBet()
    expect(await refusal({ ...operation, ...paymaster } as Operation)).toBe(
      'bundler.foreign-account',
    )
  })

  test('error: refuses delegate calls, and calls in another encoding', async () => {
    const execute = (to: Hex, operation: number) =>
      encodeFunctionData({
        abi: moduleAbi,
        functionName: 'executeUserOpWithErrorString',
        args: [to, 0n, '0x', operation],
      })
    for (const callData of [
      execute(RELAYER, 1),
      execute(CONTRACTS.multiSend, 1),
      `${encodeCalls([bundler.bet])}00`,
      '0x',
    ] as Hex[]) {
      expect(await refusal(await signedBet(() => ({ callData })))).toBe('bundler.foreign-account')
    }
  })

  test('error: refuses contracts that are no Safes', async () => {
    const operation = await signedBet()
    const { factory: _, factoryData: __, ...deployed } = operation
    for (const sender of [bundler.prediction, CONTRACTS.safe, RELAYER]) {
      expect(await refusal({ ...deployed, sender })).toBe('bundler.foreign-account')
    }
  })

  test('error: refuses a Safe with other code or without the module', async () => {
    const { account, client } = await deployedAccount()
    const { address } = account
    const next = () =>
      signOperation(client, account, [{ to: bundler.prediction, value: 0n, data: '0x' }], {
        maxFeePerGas: 10n ** 10n,
        maxPriorityFeePerGas: 10n ** 10n,
        callGasLimit: 100_000n,
        verificationGasLimit: 200_000n,
      }).catch(() => null)
    const slots = {
      [numberToHex(0, { size: 32 })]: CONTRACTS.multiSend,
      '0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5': bundler.prediction,
    }
    const operation = await signOperation(
      client,
      account,
      [{ to: RELAYER, value: 1n, data: '0x' }],
      {
        maxFeePerGas: 10n ** 10n,
        maxPriorityFeePerGas: 10n ** 10n,
      },
    )
    for (const [slot, value] of Object.entries(slots)) {
      const before = await bundler.reader.getStorageAt({ address, slot: slot as Hex })
      await bundler.rpc('anvil_setStorageAt', [address, slot, pad(value, { size: 32 })])
      expect(await next()).toBeNull()
      expect(await refusal(operation)).toBe('bundler.foreign-account')
      await bundler.rpc('anvil_setStorageAt', [address, slot, before])
    }
    expect(await refusal(operation)).toBeUndefined()
  })
})

describe('invalid operations', () => {
  test('error: refuses the signature of someone else', async () => {
    const [operation, other] = [await signedBet(), await signedBet()]
    const reply = await sendRaw(bundler.url(), user, { ...operation, signature: other.signature })
    expect(reply).toEqual({
      refused: 'bundler.rejected',
      // Code of ERC-7769 for a wrong signature.
      rpcCode: -32_507,
      reason: 'AA24 signature error',
    })
    // Valid until second 1 of 1970 only.
    const limited: Hex = `0x${'0'.repeat(23)}1${operation.signature.slice(26)}`
    expect(await refusal({ ...operation, signature: limited })).toBe('bundler.foreign-account')
    const long: Hex = `${operation.signature}00`
    expect(await refusal({ ...operation, signature: long })).toBe('bundler.foreign-account')
  })

  test('error: refuses a used nonce, and a second operation with a pending one', async () => {
    const { account, client } = await deployedAccount()
    const used = await signOperation(client, account, [{ to: RELAYER, value: 1n, data: '0x' }], {
      nonce: 0n,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 10n ** 10n,
    })
    expect(await sendRaw(bundler.url(), user, used)).toMatchObject({
      refused: 'bundler.rejected',
      reason: 'AA25 invalid account nonce',
    })
    await bundler.rpc('evm_setAutomine', [false])
    const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 10n }
    const send = async (value: bigint) =>
      await sendRaw(
        bundler.url(),
        user,
        await signOperation(client, account, [{ to: RELAYER, value, data: '0x' }], fees),
      )
    const first = await send(1n)
    expect(first.hash).toBeDefined()
    expect(await send(2n)).toMatchObject({ refused: 'bundler.pending-operation' })
    // Another signature that pays more does not replace it either: only the relayer raises the price of a sent operation.
    const better = await signOperation(client, account, [{ to: RELAYER, value: 3n, data: '0x' }], {
      maxFeePerGas: 10n ** 11n,
      maxPriorityFeePerGas: 10n ** 11n,
    })
    expect(await sendRaw(bundler.url(), user, better)).toMatchObject({
      refused: 'bundler.pending-operation',
      rpcCode: -32_000,
    })
    await bundler.rpc('evm_setAutomine', [true])
    await bundler.rpc('evm_mine')
    await client.waitForUserOperationReceipt({ hash: first.hash ?? '0x' })
  })

  test('error: refuses other keys of the nonce: a sender has one pending operation', async () => {
    const { account, client } = await deployedAccount()
    const paying = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 10n }
    const calls = [{ to: RELAYER, value: 1n, data: '0x' }] as const
    for (const key of [1n, 2n ** 192n - 1n]) {
      const operation = await signOperation(client, account, calls, {
        ...paying,
        nonce: key << 64n,
      })
      expect(await sendRaw(bundler.url(), user, operation)).toMatchObject({
        refused: 'bundler.invalid-params',
        reason: expect.stringContaining('nonce'),
      })
    }
    const next = await signOperation(client, account, calls, {
      ...paying,
      nonce: (await account.getNonce()) + 1n,
    })
    expect(await sendRaw(bundler.url(), user, next)).toMatchObject({
      refused: 'bundler.rejected',
      reason: 'AA25 invalid account nonce',
    })
  })

  test('error: refuses more calls than the frame sends, before it decodes them', async () => {
    const call = { to: RELAYER, value: 0n, data: '0x' } as const
    const callData = encodeCalls(Array.from({ length: 41 }, () => call))
    const operation = await signedBet(() => ({ callData }))
    expect(await sendRaw(bundler.url(), user, operation)).toMatchObject({
      refused: 'bundler.invalid-params',
      rpcCode: -32_602,
      reason: expect.stringContaining('at most 40 calls'),
    })
  })

  test('error: refuses a signature that a contract would have to check, or an approval of the owner', async () => {
    const { account, client } = await deployedAccount()
    const operation = await signOperation(
      client,
      account,
      [{ to: RELAYER, value: 1n, data: '0x' }],
      { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 10n },
    )
    const times = operation.signature.slice(0, 26)
    const [owned = '0x'] = await bundler.reader.readContract({
      address: account.address,
      abi: ownersAbi,
      functionName: 'getOwners',
    })
    const owner = pad(owned, { size: 32 }).slice(2)
    for (const v of ['00', '01']) {
      const signature: Hex = `${times}${owner}${'0'.repeat(62)}41${v}` as Hex
      const refused = await sendRaw(bundler.url(), user, { ...operation, signature })
      expect(refused.hash).toBeUndefined()
      expect(refused.refused).toBe('bundler.rejected')
    }
  })

  test('error: refuses fees below the price of gas, and limits that are out of range or missing', async () => {
    const invalid = 'bundler.invalid-params'
    const cheap = { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }
    expect(await refusal(await signedBet(() => cheap))).toBe(invalid)
    const paying = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 10n }
    expect(await refusal(await signedBet(() => ({ ...paying, preVerificationGas: 0n })))).toBe(
      invalid,
    )
    expect(await refusal(await signedBet(() => ({ callGasLimit: 10n ** 8n })))).toBe(invalid)
    expect(await refusal(await signedBet(() => ({ verificationGasLimit: 10n ** 8n })))).toBe(
      invalid,
    )
    expect(await refusal(await signedBet(() => ({ preVerificationGas: 10n ** 8n })))).toBe(invalid)
    const { maxFeePerGas: _, ...incomplete } = await signedBet()
    expect(await refusal(incomplete as Operation)).toBe(invalid)
  })
})
