import { replyPayloads } from '@bullring/wire/embedded/frame-messages/replies'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { NotSignedInError } from '#frame-errors.ts'
import { NO_REPLY } from '#protocol/request-handlers.ts'
import { createHandlers } from './create-handlers.ts'
import type { FrameServices } from './frame-services.ts'
import type { FrameState } from './frame-state.ts'
import type { UsableSession } from './wallet-session.ts'

const EVM = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
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
  }
  const handlers = createHandlers({
    services: Promise.resolve(services),
    state,
    onAppearance: () => Promise.resolve(),
    approve: () => Promise.resolve('approved'),
  })
  return { handlers, state, dropped }
}

describe('createHandlers', () => {
  test('replies with EVM chains as numbers, whatever the app writes (rule 4)', async () => {
    const { handlers } = createTestHandlers(SESSION)
    for (const chainId of [56, '56', 'eip155:56', '0x38']) {
      expect(await handlers.GET_USER({ chainId })).toMatchObject({ chainId: 56 })
      expect(await handlers.SWITCH_NETWORK({ chainId })).toEqual({ chainId: 56 })
    }
    expect(await handlers.GET_CHAIN_ID(undefined)).toEqual({ chainId: 56 })
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
      smartAccountEnabledNetworks: [],
    })
    await expect(handlers.GET_USER({ chainId: 56 })).rejects.toThrow(NotSignedInError)
    // The chain is remembered for after the login.
    expect(await handlers.GET_CHAIN_ID(undefined)).toEqual({ chainId: 56 })
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
