import { describe, expect, test } from 'vitest'
import { deviceOf } from '#core/device.ts'
import { createEvents, type WalletKitEvent } from '#core/events.ts'
import { createModal } from '#core/modal/modal.ts'
import { createRouter } from '#core/modal/router.ts'
import { createToasts } from '#core/modal/toasts.ts'
import { resolveOptions } from '#core/options.ts'
import { createStore } from '#core/store.ts'
import type { Connection, ConnectionsState, ConnectorDescriptor } from './connections.ts'
import { followNetwork } from './follow-network.ts'

const UNKNOWN = 1_001
const network = (id: number) => ({
  id,
  name: `${id}`,
  nativeCurrency: { name: '', symbol: '', decimals: 18 },
  explorerUrl: null,
  isTestnet: false,
})

function start(given = {}, connectors: readonly ConnectorDescriptor[] = []) {
  const connection: Connection = {
    status: 'disconnected',
    address: null,
    accounts: [],
    chainId: null,
    connector: null,
  }
  const networks = [network(56), network(97)]
  const wallet = createStore<ConnectionsState>({ connection, connectors, networks })
  const done = () => Promise.resolve()
  const connections = {
    ...wallet,
    connect: done,
    disconnect: done,
    switchNetwork: done,
    switchAccount: () => undefined,
  }
  const [router, events, toasts] = [createRouter(), createEvents(), createToasts()]
  const device = () => deviceOf(undefined)
  const options = resolveOptions({ projectId: 'p', ...given })
  const isEmbedded = options.enableEmbedded
  const modal = createModal({
    router,
    connections,
    events,
    toasts,
    device,
    isEmbedded,
    consent: createStore({ isMissing: false }),
  })
  const emitted: WalletKitEvent[] = []
  events.subscribe((event) => emitted.push(event))
  followNetwork({ connections, events, modal, options, router })
  const goTo = (chainId: number) =>
    wallet.setState({
      connection: {
        status: 'connected',
        address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
        accounts: ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
        chainId,
        connector: null,
      },
    })
  return { modal, router, goTo, emitted }
}

describe('followNetwork', () => {
  test('opens UnsupportedChain, which stays open until the wallet is on a known network', () => {
    const { modal, router, goTo } = start()
    goTo(UNKNOWN)
    expect(router.current().view).toBe('UnsupportedChain')
    modal.requestClose()
    expect(modal.getState()).toEqual({ isOpen: true, isShaking: true })
    router.push('SwitchNetwork', { chainId: 56 })
    modal.requestClose()
    expect(modal.getState().isOpen).toBe(true)
    goTo(56)
    expect(modal.getState().isOpen).toBe(false)
  })
  test('opens when the wallet switches to an unknown network later', () => {
    const { modal, goTo } = start()
    goTo(56)
    expect(modal.getState().isOpen).toBe(false)
    goTo(UNKNOWN)
    expect(modal.getState().isOpen).toBe(true)
  })
  test.each([{ allowUnsupportedChain: true }, { enableNetworkSwitch: false }])(
    'does not open where unknown networks are allowed: %j',
    (options) => {
      const { modal, goTo } = start(options)
      goTo(UNKNOWN)
      expect(modal.getState().isOpen).toBe(false)
    },
  )
  test.each([
    ['Account', { enableEmbedded: true }],
    ['SwitchNetwork', {}],
  ])('after a switch a closed card shows %s: %j', (view, options) => {
    const { router, goTo } = start(options)
    goTo(56)
    router.reset('Account')
    router.push('Networks')
    router.push('SwitchNetwork', { chainId: 97 })
    goTo(97)
    expect(router.current().view).toBe(view)
  })
  test('does not open when WalletConnect is the only way to connect', () => {
    const walletConnect = {
      uid: '1',
      id: 'walletConnect',
      name: 'WalletConnect',
      rdns: null,
      icon: null,
      type: 'WALLET_CONNECT',
      installed: false,
    } as const
    const { modal, goTo } = start({}, [walletConnect])
    goTo(UNKNOWN)
    expect(modal.getState().isOpen).toBe(false)
  })
  test('returns to the account after a switch', () => {
    const { modal, router, goTo, emitted } = start()
    goTo(56)
    modal.open('Account')
    router.push('Networks')
    router.push('SwitchNetwork', { chainId: 97 })
    goTo(97)
    expect(router.getState()).toMatchObject({ history: [{ view: 'Account' }], direction: 'prev' })
    expect(emitted).toContainEqual({
      event: 'SWITCH_NETWORK',
      properties: { network: 'eip155:97' },
    })
  })
  test('closes after a switch that did not start at the account', () => {
    const { modal, goTo } = start()
    goTo(56)
    modal.open('Networks')
    goTo(97)
    expect(modal.getState().isOpen).toBe(false)
  })
  test('keeps other views open', () => {
    const { modal, router, goTo } = start()
    goTo(56)
    modal.open('Account')
    router.push('WalletReceive')
    goTo(97)
    expect(router.current().view).toBe('WalletReceive')
  })
})
