import { replyPayloads } from '@bullring/login-api/frame-messages/replies'
import { accountAddress } from '@bullring/smart-account/account-address'
import { decodeFunctionData, encodeFunctionResult, erc20Abi, type Hex, pad } from 'viem'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { createMemoryStorage } from '#device/frame-storage.ts'
import { NotSignedInError, NotSupportedError } from '#frame-errors.ts'
import { NO_REPLY } from '#protocol/request-handlers.ts'
import { createAccountTypes } from './account-types.ts'
import { createHandlers } from './create-handlers.ts'
import type { FrameServices } from './frame-services.ts'
import type { FrameState } from './frame-state.ts'
import type { UsableSession } from './wallet-session.ts'

const EVM = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
/** Of the key above, as `accountAddress` derives it. */
const SMART = accountAddress(EVM)
const SMART_CHAIN = 31_337
const SOLANA = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'
const SOLANA_MAIN = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

const SESSION: UsableSession = {
  token: 'a'.repeat(43),
  wallet: { id: '00000000-0000-4000-8000-000000000002', evm: EVM, solana: SOLANA },
  session: {
    user: {
      id: '00000000-0000-4000-8000-000000000001',
      email: null,
      name: null,
      provider: 'google',
      loginEmail: null,
    },
    wallet: null,
    hasAuthShare: true,
    authTime: 1,
    expiresAt: 2,
  },
}

function createTestHandlers(session: UsableSession | undefined) {
  const dropped: string[] = []
  const services = {
    session: {
      current: () => Promise.resolve(session),
      require: () => (session ? Promise.resolve(session) : Promise.reject(new NotSignedInError())),
      close: () => Promise.resolve(),
    },
    accountTypes: createAccountTypes(createMemoryStorage(), {
      origin: 'https://app.example',
      chainIds: [SMART_CHAIN],
      followsWallet: () => false,
      storeInWallet: () => Promise.reject(new Error('not followed')),
    }),
    config: {
      chains: [56, SMART_CHAIN].map((id) => ({
        id,
        name: 'BNB Chain',
        nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
      })),
    },
    farcasterLogin: {
      wait: () => Promise.resolve(undefined),
      drop: () => dropped.push('farcaster'),
    },
  } as unknown as FrameServices
  const state: FrameState = {
    chain: 1,
    appearance: {
      theme: 'light',
      accent: undefined,
      background: undefined,
      appName: undefined,
      language: 'en',
    },
    isChoiceOffered: false,
    hearsApproval: false,
    followsWallet: false,
    opensNoWindows: false,
  }
  const handlers = createHandlers({
    services: Promise.resolve(services),
    state,
    onAppearance: () => Promise.resolve(),
    approve: () => Promise.resolve('approved'),
    keep: () => Promise.resolve(null),
    takeOutcome: () => Promise.resolve({ result: null }),
  })
  return { handlers, state, dropped }
}

/** A node that returns one code for every address. */
function stubFetch(initial: string) {
  let result = initial
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ jsonrpc: '2.0', id: 1, result }, { status: 200 })),
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  return {
    set: (code: string) => {
      result = code
    },
  }
}

/** A node of an account with 42 wei, and 7 of each token. */
function stubHoldings() {
  const values = { symbol: 'COIN', decimals: 6, balanceOf: 7n } as const
  const resultOf = (data: Hex) => {
    const { functionName } = decodeFunctionData({ abi: erc20Abi, data })
    if (!(functionName in values)) return '0x'
    const name = functionName as keyof typeof values
    return encodeFunctionResult({
      abi: erc20Abi,
      functionName: name,
      result: values[name] as never,
    })
  }
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    const { method, params } = JSON.parse(body)
    const result = method === 'eth_getBalance' ? '0x2a' : resultOf(params[0].data)
    return Promise.resolve(Response.json({ jsonrpc: '2.0', id: 1, result }, { status: 200 }))
  })
  onTestFinished(() => void vi.unstubAllGlobals())
}

describe('createHandlers', () => {
  test('lists the coin, and the tokens that the app names (R-FRAME-11)', async () => {
    stubHoldings()
    const { handlers } = createTestHandlers(SESSION)
    await handlers.SWITCH_NETWORK({ chainId: 56 })
    const list = (filters: object) =>
      handlers.RPC_REQUEST({ method: 'wallet_getAssets', params: [{ account: EVM, ...filters }] })
    const coin = {
      address: 'native',
      balance: '0x2a',
      type: 'NATIVE',
      metadata: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    }
    expect(await list({})).toEqual({ '0x38': [coin] })
    expect(await list({ chainFilter: ['0x61'] })).toMatchObject({ '0x61': [{ balance: '0x2a' }] })
    const token = pad('0x1234', { size: 20 })
    const assetFilter = { '0x38': [{ address: token }, { address: 'native' }] }
    const held = {
      address: token,
      balance: '0x7',
      type: 'ERC20',
      metadata: { name: 'COIN', symbol: 'COIN', decimals: 6 },
    }
    expect(await list({ assetFilter })).toEqual({ '0x38': [coin, held] })
    expect(await list({ assetFilter, assetTypeFilter: ['erc20'] })).toEqual({ '0x38': [held] })
    await expect(list({ account: 'nobody' })).rejects.toThrow('account')
  })

  test('replies with EVM chains as numbers, whatever the app writes (rule 4)', async () => {
    const { handlers } = createTestHandlers(SESSION)
    for (const chainId of [56, '56', 'eip155:56', '0x38']) {
      expect(await handlers.GET_USER({ chainId })).toMatchObject({ chainId: 56 })
      expect(await handlers.SWITCH_NETWORK({ chainId })).toEqual({ chainId: 56 })
    }
    expect(await handlers.GET_CHAIN_ID(undefined)).toEqual({ chainId: 56 })
  })

  test.each([999_999, 'eip155:999999', '0xf423f', 'none'])(
    'error: neither a switch nor a login selects a network that is not served: %s',
    async (chainId) => {
      const { handlers } = createTestHandlers(SESSION)
      const refusal = 'This network is not supported.'
      await expect(handlers.SWITCH_NETWORK({ chainId })).rejects.toThrow(refusal)
      await expect(handlers.GET_USER({ chainId })).rejects.toThrow(refusal)
      expect(await handlers.GET_CHAIN_ID(undefined)).toEqual({ chainId: 1 })
    },
  )

  test('a login works on the chain that the app has loaded the frame with', async () => {
    const { handlers } = createTestHandlers(SESSION)
    expect(await handlers.GET_USER({ chainId: 'eip155:1' })).toMatchObject({ chainId: 1 })
  })

  test('the key is the account until the user has chosen the other, on that chain only', async () => {
    const { handlers } = createTestHandlers(SESSION)
    const chainId = SMART_CHAIN
    const read = async (id = chainId) => await handlers.GET_USER({ chainId: id })
    // Sent by unmodified apps at their start, before they know where there is a choice.
    await handlers.GET_USER({ chainId, preferredAccountType: 'smartAccount' })
    await handlers.SET_PREFERRED_ACCOUNT({ type: 'smartAccount' })
    expect(await read()).toMatchObject({ address: EVM, preferredAccountType: 'eoa' })
    expect(await handlers.GET_SMART_ACCOUNT_ENABLED_NETWORKS(undefined)).toEqual({
      smartAccountEnabledNetworks: [chainId],
    })
    expect(await handlers.SET_PREFERRED_ACCOUNT({ type: 'smartAccount' })).toEqual({
      type: 'smartAccount',
      address: SMART,
    })
    expect(await read()).toMatchObject({
      address: SMART,
      preferredAccountType: 'smartAccount',
      accounts: [
        { address: SMART, type: 'smartAccount' },
        { address: EVM, type: 'eoa' },
      ],
    })
    expect(await handlers.RPC_REQUEST({ method: 'wallet_getCapabilities' })).toEqual({
      '0x7a69': { atomicBatch: { supported: true }, atomic: { status: 'supported' } },
    })
    const ofChains = (...chains: string[]) =>
      handlers.RPC_REQUEST({ method: 'wallet_getCapabilities', params: [SMART, chains] })
    expect(Object.keys((await ofChains('0x38', '0x7a69')) as object)).toEqual(['0x7a69'])
    expect(await ofChains('0x38')).toEqual({})
    expect(await read(56)).toMatchObject({ address: EVM, accounts: [{ type: 'eoa' }] })
    await read()
    await handlers.SET_PREFERRED_ACCOUNT({ type: 'eoa' })
    expect(await read()).toMatchObject({ address: EVM, accounts: [{ type: 'eoa' }, {}] })
    expect(await handlers.RPC_REQUEST({ method: 'wallet_getCapabilities' })).toEqual({})
  })

  test('INIT_SMART_ACCOUNT names the account before its deployment, where there are smart accounts', async () => {
    const { handlers } = createTestHandlers(SESSION)
    await handlers.SWITCH_NETWORK({ chainId: SMART_CHAIN })
    const code = stubFetch('0x')
    expect(await handlers.INIT_SMART_ACCOUNT(undefined)).toEqual({
      address: SMART,
      isDeployed: false,
    })
    code.set('0x60')
    expect(await handlers.INIT_SMART_ACCOUNT(undefined)).toEqual({
      address: SMART,
      isDeployed: true,
    })
    await handlers.SWITCH_NETWORK({ chainId: 56 })
    await expect(handlers.INIT_SMART_ACCOUNT(undefined)).rejects.toThrow(NotSupportedError)
  })

  test('refuses filters as nodes do, so that libraries poll instead', async () => {
    const { handlers } = createTestHandlers(SESSION)
    await expect(handlers.RPC_REQUEST({ method: 'eth_newBlockFilter' })).rejects.toThrow(
      'the method eth_newBlockFilter does not exist/is not available',
    )
  })

  test('a Solana chain brings the Solana address and the whole CAIP-2 id (rule 4)', async () => {
    const { handlers } = createTestHandlers(SESSION)
    expect(await handlers.GET_USER({ chainId: SOLANA_MAIN })).toMatchObject({
      address: SOLANA,
      chainId: SOLANA_MAIN,
    })
  })

  test('a user parses as apps parse it: first account active, email null (rules 5, 6, 19)', async () => {
    const { handlers } = createTestHandlers(SESSION)
    const user = await handlers.GET_USER(undefined)
    expect(z.safeParse(replyPayloads.GET_USER, user).success).toBe(true)
    expect(user).toMatchObject({
      address: EVM,
      email: null,
      accounts: [{ address: EVM, type: 'eoa' }],
      preferredAccountType: 'eoa',
    })
  })

  test('answers everything while signed out (rules 7 to 13)', async () => {
    const { handlers } = createTestHandlers(undefined)
    expect(await handlers.IS_CONNECTED(undefined)).toEqual({ isConnected: false })
    expect(await handlers.SYNC_THEME({ themeMode: 'dark' })).toBeUndefined()
    expect(await handlers.SYNC_DAPP_DATA({ projectId: 'p' })).toBeUndefined()
    expect(await handlers.SIGN_OUT(undefined)).toBeUndefined()
    expect(await handlers.SET_PREFERRED_ACCOUNT({ type: 'smartAccount' })).toEqual({
      type: 'eoa',
      address: '',
    })
    expect(await handlers.GET_SMART_ACCOUNT_ENABLED_NETWORKS(undefined)).toEqual({
      smartAccountEnabledNetworks: [SMART_CHAIN],
    })
    await expect(handlers.GET_USER({ chainId: 56 })).rejects.toThrow(NotSignedInError)
    // The chain is remembered for after the login.
    expect(await handlers.GET_CHAIN_ID(undefined)).toEqual({ chainId: 56 })
  })

  test.each([true, undefined])('knows whether an app hears of approvals: %s', async (hears) => {
    const { handlers, state } = createTestHandlers(undefined)
    await handlers.SYNC_DAPP_DATA({ projectId: 'p', hearsApproval: hears })
    expect(state.hearsApproval).toBe(hears === true)
    expect(state.followsWallet).toBe(false)
  })

  test('keeps the mode of the theme when a message has none', async () => {
    const { handlers, state } = createTestHandlers(undefined)
    await handlers.SYNC_THEME({ themeMode: 'dark' })
    await handlers.SYNC_THEME({ w3mThemeVariables: { '--w3m-accent': 'x'.repeat(500) } })
    expect(state.appearance).toMatchObject({ theme: 'dark', accent: undefined })
  })

  test('RELOAD drops the Farcaster login without a reply to it (rule 15)', async () => {
    const { handlers, dropped } = createTestHandlers(undefined)
    expect(await handlers.RELOAD(undefined)).toBeUndefined()
    expect(dropped).toEqual(['farcaster'])
    expect(await handlers.CONNECT_FARCASTER(undefined)).toBe(NO_REPLY)
  })

  test('answers reads itself and passes the rest on for approval', async () => {
    const { handlers } = createTestHandlers(SESSION)
    const read = (method: 'eth_accounts' | 'eth_chainId') => handlers.RPC_REQUEST({ method })
    expect(await read('eth_accounts')).toEqual([EVM])
    expect(await read('eth_chainId')).toBe('0x1')
    const sign = { method: 'personal_sign' as const, params: ['0x', EVM] }
    expect(await handlers.RPC_REQUEST(sign)).toBe('approved')
  })
})
