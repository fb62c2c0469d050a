import { expect, test } from 'vitest'
import type { ConnectorDescriptor } from '#core/connect/connections.ts'
import { connectorOf } from './wallet-match.ts'

const COINBASE = 'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa'
const connector = (overrides: Partial<ConnectorDescriptor>): ConnectorDescriptor => ({
  uid: '1',
  id: 'injected',
  name: 'Browser Wallet',
  type: 'INJECTED',
  installed: false,
  rdns: null,
  icon: null,
  ...overrides,
})

test('connectorOf finds a connector by its id in the public registry', () => {
  const sdk = connector({ uid: '2', id: 'coinbaseWalletSDK', explorerId: COINBASE })
  const wallet = { id: COINBASE, name: 'Coinbase Wallet', rdns: null }
  expect(connectorOf(wallet, [connector({}), sdk])).toBe(sdk)
})

test('connectorOf finds nothing for a wallet without a reverse domain name', () => {
  const wallet = { id: 'ab'.repeat(32), name: 'SafePal', rdns: null }
  expect(connectorOf(wallet, [connector({})])).toBeUndefined()
})
