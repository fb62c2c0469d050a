import { CONTRACTS, SESSION_MODULE } from '@bullring/smart-account/contracts'
import { readSessionState } from '@bullring/smart-account/read-sessions'
import {
  enableSessionsCall,
  encodeSessionCall,
  grantCalls,
  revokeCall,
} from '@bullring/smart-account/session-calls'
import { createSessionKey, signSessionCall } from '@bullring/smart-account/session-key'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import {
  concatHex,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  numberToHex,
  pad,
  parseAbi,
  parseEther,
} from 'viem'
import { formatUserOperationRequest } from 'viem/account-abstraction'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  RELAYER,
  sendRaw,
  signOperation,
  startTestBundler,
  type TestBundler,
} from '../testing/start-test-bundler.ts'
import {
  grantSession,
  sendRevocation,
  sendSessionCall,
  signBet,
  signRevocation,
  type TestSession,
} from '../testing/test-session.ts'

let bundler: TestBundler

beforeAll(async () => {
  bundler = await startTestBundler(
    inject('postgresUrl'),
    {},
    { budgets: { user: parseEther('1') } },
  )
})
afterAll(() => bundler.stop())

const user = { user: 'player' }
const grant = (limits = {}) => grantSession(bundler, bundler.client(user), limits)
const stateOf = ({ account, id }: TestSession) =>
  readSessionState(bundler.reader, account.address, id)

async function rowOf(hash: Hex = '0x') {
  return await bundler.database.db
    .selectFrom('operations')
    .selectAll()
    .where('hash', '=', Buffer.from(hash.slice(2), 'hex'))
    .executeTakeFirst()
}

const ended = (hash: Hex | undefined) =>
  expect.poll(async () => (await rowOf(hash))?.state).toMatch(/^(included|failed)$/)

async function spentBy(key: string): Promise<bigint> {
  const row = await bundler.database.db
    .selectFrom('budgets')
    .select('spent')
    .where('scope', '=', 'user')
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.spent ?? 0n
}

type Fees = { maxFeePerGas: string; maxPriorityFeePerGas: string }

/** Raises the spent amount of the user's sponsored budgets to any limit. */
async function spendAll(scope: string): Promise<void> {
  await bundler.database.db
    .updateTable('budgets')
    .set({ spent: parseEther('1') })
    .where('scope', '=', scope)
    .where('key', 'not like', 'revoked%')
    .where('key', 'not like', 'self-paid%')
    .execute()
}

describe('calls of a session', () => {
  test('are made by the relayer, and charged with what they cost', async () => {
    const session = await grant()
    const signed = await signBet(bundler, session)
    const caller = { user: 'alice' }
    const { hash = '0x' } = await sendSessionCall(bundler.url(), caller, signed)
    await ended(hash)
    const row = await rowOf(hash)
    expect(row).toMatchObject({ state: 'included', is_success: true })
    expect(await stateOf(session)).toMatchObject({ spent: bundler.bet.value, nonce: 1 })
    const mined: Hex = `0x${row?.transaction_hash?.toString('hex') ?? ''}`
    const receipt = await bundler.reader.getTransactionReceipt({ hash: mined })
    expect(receipt.to?.toLowerCase()).toBe(SESSION_MODULE.toLowerCase())
    // A first bet through a user operation takes more.
    expect(receipt.gasUsed).toBeLessThan(150_000n)
    expect(await spentBy('alice')).toBe(receipt.gasUsed * receipt.effectiveGasPrice)
    // A call of a session is no user operation.
    const client = bundler.client(caller)
    await expect(client.getUserOperation({ hash })).rejects.toThrow('could not be found')
  })

  test('are charged to their account when the wallet service sends them, which names no user', async () => {
    const session = await grant()
    const signed = await signBet(bundler, session)
    const caller = { user: 'victim', service: 'wallet' } as const
    const { hash = '0x' } = await sendSessionCall(bundler.url(), caller, signed)
    await ended(hash)
    expect(await spentBy('victim')).toBe(0n)
    expect(await spentBy(session.account.address.toLowerCase())).toBeGreaterThan(0n)
    const revocation = await signRevocation(session)
    const ending = await sendRevocation(bundler.url(), caller, revocation)
    await ended(ending.hash)
    expect(await stateOf(session)).toMatchObject({ status: 'revoked' })
    expect(await spentBy('revoked:victim')).toBe(0n)
  })

  test('error: takes no user operation from the wallet service', async () => {
    const client = bundler.client({ user: 'signer' })
    const operation = await signOperation(client, await bundler.newAccount(), [bundler.bet])
    const caller = { user: 'signer', service: 'wallet' } as const
    const sent = await sendRaw(bundler.url(), caller, operation)
    expect(sent.refused).toBe('bundler.unknown-method')
  })

  test('are made once, however often they are sent', async () => {
    const session = await grant()
    const signed = await signBet(bundler, session)
    const send = () => sendSessionCall(bundler.url(), user, signed)
    const replies = await Promise.all([send(), send(), send()])
    const [{ hash } = { hash: undefined }] = replies
    expect(hash).toBeDefined()
    expect(replies).toEqual([{ hash }, { hash }, { hash }])
    await ended(hash)
    expect(await send()).toEqual({ hash })
    const account: Hex = `0x${signed.account.slice(2).toUpperCase()}`
    expect(await sendSessionCall(bundler.url(), user, { ...signed, account })).toEqual({ hash })
    expect(await stateOf(session)).toMatchObject({ nonce: 1 })
  })

  test('can be made by someone else first', async () => {
    const session = await grant()
    const signed = await signBet(bundler, session)
    await bundler.rpc('evm_setAutomine', [false])
    const { hash } = await sendSessionCall(bundler.url(), user, signed)
    await expect.poll(async () => (await rowOf(hash))?.state).toBe('sent')
    await bundler.rpc('anvil_dropAllTransactions')
    const { reader, rpcUrl } = bundler
    const account = localAccounts(0).owner
    const wallet = createWalletClient({ account, chain: reader.chain, transport: http(rpcUrl) })
    const { to, data } = encodeSessionCall(signed)
    await wallet.sendTransaction({ to, data, gas: 1_000_000n })
    await bundler.rpc('evm_mine')
    await bundler.rpc('evm_setAutomine', [true])
    // Ours is broadcast again, and reverts.
    bundler.advance(3_600)
    await ended(hash)
    expect(await rowOf(hash)).toMatchObject({ state: 'included', is_success: true })
    expect(await stateOf(session)).toMatchObject({ nonce: 1 })
  })

  test('follow each other, and another call can take the place of one that failed', async () => {
    const session = await grant({ valuePerCall: parseEther('2'), totalValue: parseEther('4') })
    const large = await signBet(bundler, session, { value: parseEther('1.5') })
    const first = await sendSessionCall(bundler.url(), user, large)
    // The account has one coin.
    expect(first.refused).toBe('bundler.reverting')
    const { hash } = await sendSessionCall(bundler.url(), user, await signBet(bundler, session))
    await ended(hash)
    const next = await signBet(bundler, session, { nonce: 1 })
    // An account can bet once in a round.
    expect((await sendSessionCall(bundler.url(), user, next)).refused).toBe('bundler.reverting')
  })

  test('error: refuses what the session does not allow, before anything is spent', async () => {
    const session = await grant()
    const caller = { user: 'mallory' }
    const reasonOf = async (changes: Parameters<typeof signBet>[2], given = session) =>
      (await sendSessionCall(bundler.url(), caller, await signBet(bundler, given, changes))).reason
    const { value } = bundler.bet
    expect(await reasonOf({ value: value + 1n })).toBe('ValuePerCallExceeded')
    expect(await reasonOf({ nonce: 1 })).toBe('WrongNonce')
    const key = await createSessionKey()
    expect(await reasonOf({}, { ...session, key })).toBe('InvalidSignature')
    const poor = await grant({ totalValue: value - 1n })
    expect(await reasonOf({}, poor)).toBe('TotalValueExceeded')
    const wider = { ...session.session, totalValue: value * 100n }
    expect(await reasonOf({}, { ...session, session: wider })).toBe('NotActive')
    const signed = await signBet(bundler, session)
    const onBsc = { account: session.account.address, id: session.id, call: signed.call }
    const signature = await signSessionCall(session.key.privateKey, { ...onBsc, chainId: 56 })
    const foreign = await sendSessionCall(bundler.url(), caller, { ...signed, signature })
    expect(foreign.reason).toBe('InvalidSignature')
    expect(await spentBy('mallory')).toBe(0n)
  })

  test('error: refuses other contracts and methods, which the operator does not pay', async () => {
    const session = await grant()
    const refusedOf = async (changes: Parameters<typeof signBet>[2]) =>
      (await sendSessionCall(bundler.url(), user, await signBet(bundler, session, changes))).refused
    expect(await refusedOf({ to: RELAYER })).toBe('bundler.not-sponsored')
    expect(await refusedOf({ data: '0x' })).toBe('bundler.not-sponsored')
    expect(await refusedOf({ data: '0xaa6b873a' })).toBe('bundler.not-sponsored')
  })

  test('error: refuses what ends before it could be mined', async () => {
    const { timestamp } = await bundler.reader.getBlock()
    const session = await grant()
    const late = await signBet(bundler, session, { deadline: Number(timestamp) + 5 })
    expect((await sendSessionCall(bundler.url(), user, late)).refused).toBe('bundler.ends-too-soon')
    const short = await grant({ expiresAt: Number(timestamp) + 14 })
    const signed = await signBet(bundler, short)
    expect((await sendSessionCall(bundler.url(), user, signed)).refused).toBe(
      'bundler.ends-too-soon',
    )
  })

  test('error: refuses revoked sessions, also of calls that wait', async () => {
    const session = await grant()
    const client = bundler.client(user)
    await client.waitForUserOperationReceipt({
      hash: await client.sendUserOperation({
        account: session.account,
        calls: [revokeCall(session.id)],
      }),
    })
    const signed = await signBet(bundler, session)
    const { refused, reason } = await sendSessionCall(bundler.url(), user, signed)
    expect({ refused, reason }).toEqual({ refused: 'bundler.rejected', reason: 'NotActive' })
  })

  test('error: refuses accounts of other kinds', async () => {
    const session = await grant()
    const signed = await signBet(bundler, session)
    const foreign = { ...signed, account: bundler.prediction }
    const { refused } = await sendSessionCall(bundler.url(), user, foreign)
    expect(refused).toBe('bundler.foreign-account')
  })

  test('error: a call that reverts on the chain uses up its whole reservation', async () => {
    const session = await grant()
    const signed = await signBet(bundler, session)
    const caller = { user: 'eve' }
    await bundler.rpc('evm_setAutomine', [false])
    const { hash } = await sendSessionCall(bundler.url(), caller, signed)
    await expect.poll(async () => (await rowOf(hash))?.state).toBe('sent')
    const reserved = await spentBy('eve')
    // Between simulation and block, the account loses its stake.
    await bundler.rpc('anvil_setBalance', [session.account.address, '0x0'])
    await bundler.rpc('evm_mine')
    await bundler.rpc('evm_setAutomine', [true])
    await ended(hash)
    expect(await rowOf(hash)).toMatchObject({ state: 'failed' })
    expect(await spentBy('eve')).toBe(reserved)
    expect(reserved).toBeGreaterThan(0n)
    // The call still counts: it can be sent again until its deadline.
    await bundler.rpc('anvil_setBalance', [session.account.address, numberToHex(10n ** 18n)])
    expect(await sendSessionCall(bundler.url(), caller, signed)).toEqual({ hash })
    await ended(hash)
    expect(await stateOf(session)).toMatchObject({ nonce: 1 })
  })
})

describe('signed revocations', () => {
  test('are made by the relayer once, and end the session', async () => {
    const session = await grant()
    const signed = await signRevocation(session)
    const caller = { user: 'ada' }
    const { hash } = await sendRevocation(bundler.url(), caller, signed)
    await ended(hash)
    expect(await rowOf(hash)).toMatchObject({ state: 'included', is_success: true })
    expect(await stateOf(session)).toMatchObject({ status: 'revoked' })
    const spent = await spentBy('revoked:ada')
    expect(spent).toBeGreaterThan(0n)
    expect(await sendRevocation(bundler.url(), caller, signed)).toEqual({ hash })
    expect(await spentBy('revoked:ada')).toBe(spent)
  })

  test('error: refuses signatures of others, and sessions that are not active', async () => {
    const session = await grant()
    const signed = await signRevocation(session)
    const { signature } = await signRevocation(await grant())
    const reasonOf = async (changes: Partial<typeof signed>) =>
      (await sendRevocation(bundler.url(), user, { ...signed, ...changes })).reason
    expect(await reasonOf({ signature })).toBe('InvalidSignature')
    expect(await reasonOf({ session: `0x${'ab'.repeat(32)}` })).toBe('the session is not active')
    expect(await stateOf(session)).toMatchObject({ status: 'active' })
    const foreign = { ...signed, account: bundler.prediction }
    const { refused } = await sendRevocation(bundler.url(), user, foreign)
    expect(refused).toBe('bundler.foreign-account')
  })
})

/** Code of a contract that accepts any signature (Safe's form of ERC-1271). */
const SIGNER = '0x6320c13b0b60e01b60005260206000f3'
/** The same after about 800,000 gas. */
const SLOW_SIGNER = '0x6175305b6001900380600357506320c13b0b60e01b60005260206000f3'
const OWNER: Hex = `0x${'51'.repeat(20)}`
const ownerAbi = parseAbi(['function addOwnerWithThreshold(address owner, uint256 threshold)'])

/** A session of an account that a contract owns, too, and its revocation with that contract's signature. */
async function grantOfContract(code: Hex) {
  const session = await grant()
  const { account, id } = session
  await bundler.rpc('anvil_setCode', [OWNER, code])
  const data = encodeFunctionData({ abi: ownerAbi, args: [OWNER, 1n] })
  const fee = 2n * (await bundler.reader.getGasPrice())
  const operation = await signOperation(
    bundler.client(user),
    account,
    [{ to: account.address, value: 0n, data }],
    { maxFeePerGas: fee, maxPriorityFeePerGas: fee },
  )
  await ended((await sendRaw(bundler.url(), user, operation)).hash)
  const signature = concatHex([pad(OWNER), pad('0x41'), '0x00', pad('0x00')])
  return { session, revocation: { account: account.address, session: id, signature } }
}

describe('signed revocations of an account that another contract owns', () => {
  test('error: are refused when the signature takes much gas to verify', async () => {
    const { session, revocation } = await grantOfContract(SLOW_SIGNER)
    expect(await sendRevocation(bundler.url(), { user: 'slow' }, revocation)).toEqual({
      refused: 'bundler.rejected',
      reason: 'InvalidSignature',
    })
    expect(await spentBy('revoked:slow')).toBe(0n)
    const { hash } = await sendRevocation(bundler.url(), user, await signRevocation(session))
    expect(hash).toBeDefined()
  })

  test('are sent again with another signature after one that failed', async () => {
    const { session, revocation } = await grantOfContract(SIGNER)
    await bundler.rpc('evm_setAutomine', [false])
    const { hash } = await sendRevocation(bundler.url(), user, revocation)
    await expect.poll(async () => (await rowOf(hash))?.state).toBe('sent')
    await bundler.rpc('anvil_setCode', [OWNER, '0x'])
    await bundler.rpc('evm_mine')
    await bundler.rpc('evm_setAutomine', [true])
    await ended(hash)
    expect(await rowOf(hash)).toMatchObject({ state: 'failed' })
    const signed = await signRevocation(session)
    expect(await sendRevocation(bundler.url(), user, signed)).toEqual({ hash })
    await ended(hash)
    expect(await stateOf(session)).toMatchObject({ status: 'revoked' })
  })
})

describe('grants', () => {
  test('error: enabling the module is sponsored with a grant only, and only for the own account', async () => {
    const account = await bundler.newAccount()
    const client = bundler.client(user)
    const refusedOf = async (calls: Parameters<typeof signOperation>[2]) =>
      (await sendRaw(bundler.url(), user, await signOperation(client, account, calls))).refused
    const enable = enableSessionsCall(account.address)
    expect(await refusedOf([enable])).toBe('bundler.not-sponsored')
    const { session } = await grant()
    const [, granting = enable] = grantCalls(account.address, session, { isEnabled: false })
    expect(await refusedOf([{ ...enable, to: RELAYER }, granting])).toBe('bundler.not-sponsored')
    const other = { ...enable, data: enable.data.replace(/..$/, '00') as Hex }
    expect(await refusedOf([other, granting])).toBe('bundler.not-sponsored')
    expect(await refusedOf([enable, granting])).toBeUndefined()
  })
})

/** The last one: it leaves no budget. */
describe('a spent budget', () => {
  test('stops sponsored calls, but neither revocations nor operations whose accounts pay', async () => {
    const session = await grant()
    const small = parseEther('0.002')
    const budgets = { all: small, method: small, ip: small, user: small }
    await bundler.restart({}, { budgets })
    for (const scope of ['all', 'method', 'ip', 'user']) await spendAll(scope)
    const bet = await sendSessionCall(bundler.url(), user, await signBet(bundler, session))
    expect(bet.refused).toBe('bundler.budget-spent')

    const transfer = [{ to: RELAYER, value: 1n, data: '0x' as const }]
    const client = bundler.client(user)
    const unpaid = await signOperation(client, session.account, transfer)
    const params = [formatUserOperationRequest(unpaid), CONTRACTS.entryPoint]
    const quote = await client.request<{ ReturnType: { isSponsored: boolean } & Fees }>({
      method: 'bundler_quoteFees',
      params,
    } as never)
    expect(quote.isSponsored).toBe(false)
    const fees = {
      maxFeePerGas: BigInt(quote.maxFeePerGas),
      maxPriorityFeePerGas: BigInt(quote.maxPriorityFeePerGas),
    }
    const paid = await signOperation(client, session.account, transfer, fees)
    const { hash } = await sendRaw(bundler.url(), user, paid)
    await ended(hash)
    expect(await rowOf(hash)).toMatchObject({ state: 'included', is_success: true })

    const revocation = await sendRevocation(bundler.url(), user, await signRevocation(session))
    await ended(revocation.hash)
    expect(await stateOf(session)).toMatchObject({ status: 'revoked' })
  })
})
