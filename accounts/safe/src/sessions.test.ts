import { handleCalls } from '@bullring/stack/account-contracts/handle-calls'
import { openAccountContracts } from '@bullring/stack/account-contracts/open-account-contracts'
import { type Anvil, callRpc, startAnvil } from '@bullring/stack/chain/anvil'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { localChain } from '@bullring/stack/chain/local-market'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  numberToHex,
  parseAbi,
  parseEther,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from './calls.ts'
import { CONTRACTS, SESSION_MODULE } from './contracts.ts'
import { allowanceLeft, hasSessionModule, readSessionState } from './read-sessions.ts'
import { type Session, type SessionCall, sessionArgument, sessionId, toSession } from './session.ts'
import {
  encodeSessionCall,
  grantCalls,
  revokeCall,
  type SignedSessionCall,
  signedRevocation,
} from './session-calls.ts'
import {
  createSessionKey,
  type SessionKey,
  sessionKeyPoint,
  signSessionCall,
} from './session-key.ts'
import { sessionModuleAbi } from './session-module-abi.ts'
import { revocationTypedData, sessionCallHash } from './session-signatures.ts'
import { toSafeAccount } from './to-safe-account.ts'

const chainId = 31_337
const { relayer, owner: funder } = localAccounts(0)
const depositAbi = parseAbi(['function depositTo(address account) payable'])
/** The method that these sessions may call: a deposit at the EntryPoint. */
const METHOD = { to: CONTRACTS.entryPoint, selector: '0xb760faf9' } as const

let anvil: Anvil
let clients: ReturnType<typeof connect>

function connect(rpcUrl: string) {
  const chain = localChain(chainId, rpcUrl)
  const transport = http(rpcUrl)
  return {
    reader: createPublicClient({ chain, transport, pollingInterval: 20 }),
    wallet: createWalletClient({ account: relayer, chain, transport }),
  }
}

beforeAll(async () => {
  anvil = await startAnvil({ chainId, blockSeconds: null })
  clients = connect(anvil.rpcUrl)
  await openAccountContracts({ rpcUrl: anvil.rpcUrl, chainId, deployer: relayer, mine: null })
})
afterAll(() => anvil.child.stop(0))

async function newAccount() {
  const account = await toSafeAccount(clients.reader, privateKeyToAccount(generatePrivateKey()))
  await callRpc(anvil.rpcUrl, 'anvil_setBalance', [account.address, numberToHex(parseEther('1'))])
  return account
}

type Account = Awaited<ReturnType<typeof newAccount>>

/** Runs calls of an account, as a bundler would. */
async function run(account: Account, calls: readonly Call[]): Promise<void> {
  await send(await handleCalls(account, calls, relayer.address))
}

/** Sends a transaction, which anyone may. */
async function send({ to, value, data }: Call) {
  const hash = await clients.wallet.sendTransaction({ to, value, data })
  const receipt = await clients.reader.waitForTransactionReceipt({ hash })
  expect(receipt.status).toBe('success')
  return receipt
}

async function newSession(limits: Partial<Session> = {}) {
  const key = await createSessionKey()
  const { timestamp } = await clients.reader.getBlock()
  const session: Session = {
    key: await sessionKeyPoint(key.publicKey),
    valuePerCall: 500n,
    totalValue: 800n,
    callsPerPeriod: 3,
    period: 3_600,
    expiresAt: Number(timestamp) + 86_400,
    methods: [METHOD],
    ...limits,
  }
  return { key, session, id: sessionId(session) }
}

/** Creates an account with a session. */
async function grantSession(limits: Partial<Session> = {}) {
  const account = await newAccount()
  const granted = await newSession(limits)
  await run(account, grantCalls(account.address, granted.session, { isEnabled: false }))
  return { account, ...granted }
}

type Granted = { account: { address: Address }; key: SessionKey; session: Session; id: Hex }

async function signCall(
  { account, key, session, id }: Granted,
  changes: Partial<SessionCall> = {},
): Promise<SignedSessionCall> {
  const { timestamp } = await clients.reader.getBlock()
  const data = encodeFunctionData({ abi: depositAbi, args: [funder.address] })
  const call = {
    to: METHOD.to,
    value: 500n,
    data,
    nonce: 0,
    deadline: Number(timestamp) + 60,
    ...changes,
  }
  const context = { account: account.address, id, call, chainId }
  const signature = await signSessionCall(key.privateKey, context)
  return { account: account.address, session, call, signature }
}

describe('sessions', () => {
  test('have the id that the module computes, and survive its encoding', async () => {
    const { session, id } = await newSession()
    const argument = sessionArgument(session)
    const computed = await clients.reader.readContract({
      address: SESSION_MODULE,
      abi: sessionModuleAbi,
      functionName: 'sessionId',
      args: [argument],
    })
    expect(computed).toBe(id)
    expect(sessionArgument(toSession(argument))).toEqual(argument)
  })

  test('sign what the module hashes', async () => {
    const granted = { ...(await newSession()), account: await newAccount() }
    const { call } = await signCall(granted)
    const { account, id } = granted
    const { nonce, deadline, ...fields } = call
    const computed = await clients.reader.readContract({
      address: SESSION_MODULE,
      abi: sessionModuleAbi,
      functionName: 'callHash',
      args: [account.address, id, { ...fields, nonce: BigInt(nonce), deadline: BigInt(deadline) }],
    })
    expect(computed).toBe(sessionCallHash({ account: account.address, id, call, chainId }))
  })

  test('are granted by the operation that deploys the account, and by later ones', async () => {
    const { account, session, id } = await grantSession()
    const { reader } = clients
    expect(await hasSessionModule(reader, account.address)).toBe(true)
    const state = await readSessionState(reader, account.address, id)
    expect(state).toEqual({ status: 'active', spent: 0n, periodStart: 0, periodCalls: 0, nonce: 0 })
    expect(allowanceLeft(session, state, session.expiresAt - 1)).toEqual({
      perCall: 500n,
      inAll: 800n,
      calls: 3,
    })
    const second = await newSession()
    await run(account, grantCalls(account.address, second.session, { isEnabled: true }))
    const { status } = await readSessionState(reader, account.address, second.id)
    expect(status).toBe('active')
  })

  test('let a key that nothing can read call for the account, within the limits', async () => {
    const granted = await grantSession()
    const { account, session, id, key } = granted
    await expect(crypto.subtle.exportKey('pkcs8', key.privateKey)).rejects.toThrow()
    await send(encodeSessionCall(await signCall(granted)))
    const { reader } = clients
    const state = await readSessionState(reader, account.address, id)
    expect(state).toMatchObject({ spent: 500n, periodCalls: 1, nonce: 1 })
    expect(allowanceLeft(session, state, state.periodStart)).toEqual({
      perCall: 300n,
      inAll: 300n,
      calls: 2,
    })
    expect(allowanceLeft(session, state, state.periodStart + 3_600).calls).toBe(3)
    expect(await reader.getBalance({ address: account.address })).toBe(parseEther('1') - 500n)
    await expect(refusal(await signCall(granted, { nonce: 1 }))).resolves.toBe('TotalValueExceeded')
  })

  test('accept every signature of a browser', async () => {
    const granted = await grantSession({ callsPerPeriod: 12, totalValue: 100n })
    for (let nonce = 0; nonce < 12; nonce += 1) {
      await send(encodeSessionCall(await signCall(granted, { nonce, value: 1n })))
    }
  })

  test('end when the account says so, or signs so', async () => {
    const first = await grantSession()
    const { account, id } = first
    await run(account, [revokeCall(id)])
    expect(await refusal(await signCall(first))).toBe('NotActive')
    const second = await newSession()
    await run(account, grantCalls(account.address, second.session, { isEnabled: true }))
    const typedData = revocationTypedData(account.address, second.id, chainId)
    const signature = await account.signTypedData(typedData)
    await send(signedRevocation(account.address, second.id, signature))
    const state = await readSessionState(clients.reader, account.address, second.id)
    expect(state.status).toBe('revoked')
    expect(allowanceLeft(second.session, state, 0)).toEqual({ perCall: 0n, inAll: 0n, calls: 0 })
    expect(await refusal(await signCall({ ...second, account }))).toBe('NotActive')
  })

  test('error: no other contract, method, value, key, chain or account', async () => {
    const granted = await grantSession()
    const { id, key } = granted
    const withdraw = '0x205c2878' as const
    expect(await refusal(await signCall(granted, { data: withdraw }))).toBe('MethodNotAllowed')
    expect(await refusal(await signCall(granted, { to: funder.address }))).toBe('MethodNotAllowed')
    expect(await refusal(await signCall(granted, { value: 501n }))).toBe('ValuePerCallExceeded')
    const other = await createSessionKey()
    expect(await refusal(await signCall({ ...granted, key: other }))).toBe('InvalidSignature')
    const signed = await signCall(granted)
    const context = { account: granted.account.address, id, call: signed.call }
    const onBsc = await signSessionCall(key.privateKey, { ...context, chainId: 56 })
    expect(await refusal({ ...signed, signature: onBsc })).toBe('InvalidSignature')
    const stranger = await grantSession()
    expect(await refusal({ ...signed, account: stranger.account.address })).toBe('NotActive')
  })
})

/** Returns the error with which the module refuses a call. */
async function refusal(signed: SignedSessionCall): Promise<string> {
  const { account, session, call, signature } = signed
  const numbers = { nonce: BigInt(call.nonce), deadline: BigInt(call.deadline) }
  const error = await clients.reader
    .simulateContract({
      address: SESSION_MODULE,
      abi: sessionModuleAbi,
      functionName: 'execute',
      args: [account, sessionArgument(session), { ...call, ...numbers }, signature],
      account: relayer.address,
    })
    .then(
      () => new Error('accepted'),
      (failure: Error) => failure,
    )
  return /Error: (\w+)\(/.exec(error.message)?.[1] ?? error.message
}
