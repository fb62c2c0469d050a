import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Connection, ConnectionsState } from '#core/connect/connections.ts'
import { followConnection } from '#core/connect/follow-connection.ts'
import { deviceOf } from '#core/device.ts'
import { createEvents, type WalletKitEvent } from '#core/events.ts'
import { createModal } from '#core/modal/modal.ts'
import { createRouter } from '#core/modal/router.ts'
import { createToasts } from '#core/modal/toasts.ts'
import { resolveOptions } from '#core/options.ts'
import { createStore } from '#core/store.ts'
import { createTestPersistence } from '#testing/test-persistence.ts'
import { followSignIn } from './follow-sign-in.ts'
import { createSignIn } from './sign-in.ts'
import { SignatureRejectedError } from './signature-rejected-error.ts'
import type { Siwx, SiwxAccount, SiwxSession } from './siwx.ts'

const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const CONNECTED: Connection = {
  status: 'connected',
  address: ALICE,
  accounts: [ALICE],
  chainId: 56,
  connector: null,
}
const DISCONNECTED: Connection = {
  status: 'disconnected',
  address: null,
  accounts: [],
  chainId: null,
  connector: null,
}
const SIGNED = { address: ALICE, chainId: 56, message: 'game.example wants …', signature: '0x12' }
const NETWORK = {
  id: 56,
  name: '',
  nativeCurrency: { name: '', symbol: '', decimals: 18 },
  explorerUrl: null,
  isTestnet: false,
}

const REQUEST = {
  domain: 'game.example',
  uri: 'https://game.example',
  version: '1' as const,
  nonce: 'abcdef01',
  issuedAt: '2026-01-01T00:00:00.000Z',
  expirationTime: '2026-01-08T00:00:00.000Z',
}

beforeEach(() => vi.useFakeTimers())

/** Starts the kit's core with a wallet that the test controls and sessions in memory. */
function start({ isRequired = true, isContract = false } = {}) {
  const wallet = createStore<ConnectionsState>({
    connection: DISCONNECTED,
    connectors: [],
    networks: [NETWORK],
  })
  const connections = {
    ...wallet,
    connect: () => Promise.resolve(),
    disconnect: vi.fn(() => {
      wallet.setState({ connection: DISCONNECTED })
      return Promise.resolve()
    }),
    switchAccount: () => undefined,
    switchNetwork: () => Promise.resolve(),
  }
  const [router, events, toasts] = [createRouter(), createEvents(), createToasts()]
  const emitted: WalletKitEvent['event'][] = []
  events.subscribe(({ event }) => emitted.push(event))
  const device = () => deviceOf(undefined)
  const modal = createModal({
    router,
    connections,
    events,
    toasts,
    device,
    isEmbedded: false,
    consent: createStore({ isMissing: false }),
  })
  const sessions: SiwxSession[] = []
  const siwx = {
    isRequired,
    createMessage: ({ address, chainId }: SiwxAccount) =>
      Promise.resolve({
        text: 'hello',
        fields: {
          accountAddress: address,
          chainId,
          domain: '',
          uri: '',
          version: '1' as const,
          nonce: '',
          issuedAt: '',
        },
      }),
    createRequest: vi.fn<NonNullable<Siwx['createRequest']>>(() => Promise.resolve(REQUEST)),
    addSession: vi.fn<Siwx['addSession']>(({ fields }) => {
      sessions.push({ address: fields.accountAddress, chainId: fields.chainId, expiresAt: null })
      return Promise.resolve()
    }),
    getSessions: vi.fn<Siwx['getSessions']>(({ chainId }) =>
      Promise.resolve(sessions.filter((session) => session.chainId === chainId)),
    ),
    revokeSession: vi.fn<Siwx['revokeSession']>(() => Promise.resolve()),
  }
  const chain = {
    signMessage: vi.fn(() => Promise.resolve('0x12' as const)),
    isContract: () => Promise.resolve(isContract),
  }
  const onSession = vi.fn<(session: SiwxSession | null) => void>()
  const options = resolveOptions({
    projectId: 'test',
    siwx,
    onSession,
    messages: { signIn: { declined: 'Not signed' } },
  })
  const persistence = createTestPersistence()
  const deps = { connections, router, modal, options, persistence, toasts, events, siwx, chain }
  const signIn = createSignIn(deps)
  followConnection(deps)
  followSignIn(deps, signIn)
  const connect = async (chainId = 56) => {
    wallet.setState({ connection: { ...CONNECTED, chainId } })
    await vi.advanceTimersByTimeAsync(0)
  }
  const toast = () => toasts.getState().toast?.text
  const isPrompting = () => modal.getState().isOpen && router.current().view === 'SIWXSignMessage'
  return { ...deps, signIn, connect, emitted, toast, isPrompting, sessions, wallet, onSession }
}

describe('sign-in', () => {
  test('asks connected users, and closes after the signature', async () => {
    const { connect, isPrompting, signIn, modal, emitted, sessions } = start()
    await connect()
    expect(isPrompting()).toBe(true)
    await signIn.sign()
    expect(sessions).toHaveLength(1)
    expect(modal.getState().isOpen).toBe(false)
    expect(emitted).toContain('SIWX_AUTH_SUCCESS')
  })
  test('reports the session that was created, found and ended', async () => {
    const { connect, signIn, sessions, connections, onSession } = start()
    await connect()
    expect(onSession.mock.lastCall).toEqual([null])
    await signIn.sign()
    await vi.advanceTimersByTimeAsync(0)
    expect(onSession.mock.lastCall).toEqual([sessions[0]])
    await connections.disconnect()
    await vi.advanceTimersByTimeAsync(0)
    expect(onSession.mock.lastCall).toEqual([null])
    await connect()
    expect(onSession.mock.lastCall).toEqual([sessions[0]])
  })
  test('error: a session that cannot be read after the signature does not fail the sign-in', async () => {
    const { connect, signIn, siwx, toast, modal, emitted } = start()
    await connect()
    siwx.getSessions.mockRejectedValueOnce(new Error('offline'))
    await signIn.sign()
    await vi.advanceTimersByTimeAsync(0)
    expect([toast(), modal.getState().isOpen]).toEqual([undefined, false])
    expect(emitted).not.toContain('SIWX_AUTH_ERROR')
  })
  test('does not ask users with a session', async () => {
    const { connect, isPrompting, sessions } = start()
    sessions.push({ address: ALICE, chainId: 56, expiresAt: null })
    await connect()
    expect(isPrompting()).toBe(false)
  })
  test('continues in the modal that was opened to connect', async () => {
    const { connect, isPrompting, modal, emitted } = start()
    modal.open('Connect')
    await connect()
    expect(isPrompting()).toBe(true)
    expect(emitted).not.toContain('MODAL_CLOSE')
  })
  test('closes the modal that was opened to connect if there is a session', async () => {
    const { connect, modal, sessions } = start()
    sessions.push({ address: ALICE, chainId: 56, expiresAt: null })
    modal.open('Connect')
    await connect()
    expect(modal.getState().isOpen).toBe(false)
  })
  test('closes that modal on an unknown network', async () => {
    const { connect, modal } = start()
    modal.open('Connect')
    await connect(1_001)
    expect(modal.getState().isOpen).toBe(false)
  })
  test('does not ask on an unknown network', async () => {
    const { connect, siwx } = start()
    await connect(1_001)
    expect(siwx.getSessions).not.toHaveBeenCalled()
  })
  test('cannot be closed while it is required and missing', async () => {
    const { connect, modal, isPrompting, signIn } = start()
    await connect()
    modal.requestClose()
    expect(isPrompting()).toBe(true)
    expect(modal.getState().isShaking).toBe(true)
    await signIn.sign()
    modal.open('SIWXSignMessage')
    modal.requestClose()
    expect(modal.getState().isOpen).toBe(false)
  })
  test('can be closed while it is optional', async () => {
    const { connect, modal } = start({ isRequired: false })
    await connect()
    modal.requestClose()
    expect(modal.getState().isOpen).toBe(false)
  })
  test('requests one signature at a time', async () => {
    const { connect, signIn, chain } = start()
    await connect()
    await Promise.all([signIn.sign(), signIn.sign()])
    expect(chain.signMessage).toHaveBeenCalledTimes(1)
  })
  test('cancelling disconnects when it is required', async () => {
    const { connect, signIn, connections, router, modal, emitted } = start()
    await connect()
    await signIn.cancel()
    expect(connections.disconnect).toHaveBeenCalled()
    expect(router.current().view).toBe('Connect')
    expect(modal.getState().isOpen).toBe(false)
    expect(emitted).toContain('CLICK_CANCEL_SIWX')
  })
  test('cancelling closes when it is optional', async () => {
    const { connect, signIn, connections, modal } = start({ isRequired: false })
    await connect()
    await signIn.cancel()
    expect(connections.disconnect).not.toHaveBeenCalled()
    expect(modal.getState().isOpen).toBe(false)
  })
  test('does not ask again after a refusal until the account disconnects', async () => {
    const { connect, signIn, isPrompting, wallet } = start({ isRequired: false })
    await connect()
    await signIn.cancel()
    await signIn.check()
    expect(isPrompting()).toBe(false)
    wallet.setState({ connection: DISCONNECTED })
    await connect()
    expect(isPrompting()).toBe(true)
  })
  test('signs out when the account disconnects', async () => {
    const { connect, signIn, wallet, siwx } = start()
    await connect()
    await signIn.sign()
    wallet.setState({ connection: DISCONNECTED })
    expect(siwx.revokeSession).toHaveBeenCalledWith({ address: ALICE, chainId: 56 })
  })
  test('error: opens the view again after a rejection and shows a toast', async () => {
    const { connect, signIn, chain, modal, isPrompting, toast, emitted } = start()
    await connect()
    chain.signMessage.mockRejectedValueOnce(Object.assign(new Error('no'), { code: 4001 }))
    const signing = signIn.sign()
    modal.close()
    await signing
    expect(isPrompting()).toBe(true)
    expect(toast()).toBe('Not signed')
    expect(emitted).toContain('SIWX_AUTH_ERROR')
  })
  test.each([
    [false, 'Sign message failed: Wrong account'],
    [true, 'This application might not support Smart Accounts'],
  ])('error: explains a signature that does not match (contract: %s)', async (isContract, text) => {
    const { connect, signIn, siwx, toast } = start({ isContract })
    await connect()
    siwx.addSession.mockRejectedValueOnce(new SignatureRejectedError('Wrong account'))
    await signIn.sign()
    expect(toast()).toBe(text)
  })
  test('error: says that signing failed where the wallet gives no reason', async () => {
    const { connect, signIn, chain, toast } = start()
    await connect()
    chain.signMessage.mockRejectedValueOnce(new Error(''))
    await signIn.sign()
    expect(toast()).toBe('Sign message failed')
  })
  test('error: disconnects when the sessions cannot be read', async () => {
    const { siwx, connect, connections, router, toast } = start()
    siwx.getSessions.mockRejectedValueOnce(new Error('down'))
    await connect()
    expect(connections.disconnect).toHaveBeenCalled()
    expect(router.current().view).toBe('Connect')
    expect(toast()).toBe('A problem occurred while trying initialize authentication')
  })
  test('ignores the signature of a disconnected account', async () => {
    const { connect, signIn, chain, connections, modal, emitted } = start()
    await connect()
    chain.signMessage.mockImplementationOnce(async () => {
      await connections.disconnect()
      return '0x12'
    })
    await signIn.sign()
    expect(modal.getState().isOpen).toBe(false)
    expect(emitted).not.toContain('SIWX_AUTH_SUCCESS')
  })
})

describe('sign-in together with the connection', () => {
  test('stores what the wallet has signed, and does not ask again', async () => {
    const { connect, isPrompting, modal, signIn, siwx, sessions, toast, emitted } = start()
    modal.open('ConnectingWalletConnect', { wallet: null })
    const connection = await signIn.startWithConnection()
    expect(connection).toMatchObject({
      domain: 'game.example',
      nonce: 'abcdef01',
      expiresAt: REQUEST.expirationTime,
    })
    const added = Promise.withResolvers<void>()
    siwx.addSession.mockImplementationOnce(async ({ fields, text }) => {
      await added.promise
      expect([fields.accountAddress, text]).toEqual([ALICE, SIGNED.message])
      sessions.push({ address: ALICE, chainId: 56, expiresAt: null })
    })
    const signed = connection?.onSigned(SIGNED)
    expect(toast()).toBe('Authenticating...')
    added.resolve()
    await signed
    expect(toast()).toBeUndefined()
    expect(emitted).toContain('SIWX_AUTH_SUCCESS')
    await connect()
    expect([isPrompting(), modal.getState().isOpen]).toEqual([false, false])
  })
  test('asks as usual when the wallet has only connected', async () => {
    const { connect, isPrompting, signIn } = start()
    await signIn.startWithConnection()
    await connect()
    expect(isPrompting()).toBe(true)
  })
  test('error: asks again, and says why, when the session is refused', async () => {
    const { connect, isPrompting, signIn, siwx, toast, emitted } = start()
    const connection = await signIn.startWithConnection()
    siwx.addSession.mockRejectedValueOnce(new SignatureRejectedError('Another site'))
    await connection?.onSigned(SIGNED)
    expect(emitted).toContain('SIWX_AUTH_ERROR')
    await connect()
    await vi.advanceTimersByTimeAsync(200)
    expect([isPrompting(), toast()]).toEqual([true, 'Sign message failed: Another site'])
  })
  test('error: connects without it when the service does not respond', async () => {
    const { signIn, siwx } = start()
    siwx.createRequest.mockRejectedValueOnce(new Error('down'))
    expect(await signIn.startWithConnection()).toBeUndefined()
    siwx.createRequest.mockReturnValueOnce(new Promise(() => undefined))
    const starting = signIn.startWithConnection()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await starting).toBeUndefined()
  })
})
