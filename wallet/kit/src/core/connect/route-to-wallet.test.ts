import { describe, expect, test } from 'vitest'
import type { ConnectorDescriptor } from './connections.ts'
import { routeToWallet } from './route-to-wallet.ts'

const connector = (id: string, type: ConnectorDescriptor['type']): ConnectorDescriptor => ({
  uid: `uid-${id}`,
  id,
  name: id,
  type,
  installed: true,
  icon: null,
  hint: undefined,
  explorerId: undefined,
  rdns: type === 'ANNOUNCED' ? id : null,
})
const CONNECTORS = [
  connector('io.fox', 'ANNOUNCED'),
  connector('walletConnect', 'WALLET_CONNECT'),
  connector('AUTH', 'AUTH'),
]

describe('routeToWallet', () => {
  test.each([
    ['io.fox', 'ConnectingExternal', { connectorUid: 'uid-io.fox' }],
    ['walletConnect', 'ConnectingWalletConnect', { wallet: null }],
    ['AUTH', 'Connect', undefined],
    ['0'.repeat(64), 'ConnectingWalletConnect', { walletId: '0'.repeat(64) }],
  ])('connects %s in %s', (wallet, view, data) => {
    expect(routeToWallet(wallet, CONNECTORS)).toEqual({ view, data })
  })
})
