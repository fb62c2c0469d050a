import { afterEach, describe, expect, test, vi } from 'vitest'
import { type CreateConnectorFn, createConfig, http, injected, mock } from 'wagmi'
import { bsc } from 'wagmi/chains'
import { TEST_ADDRESS, testWallet } from '#testing/test-wallet.ts'
import { describeConnector } from './describe-connector.ts'

afterEach(() => vi.unstubAllGlobals())

function describedAs(create: CreateConnectorFn) {
  const { connectors } = createConfig({
    chains: [bsc],
    connectors: [create],
    multiInjectedProviderDiscovery: false,
    transports: { [bsc.id]: http('http://127.0.0.1:1') },
  })
  const [connector] = connectors
  if (connector === undefined) throw new Error('wagmi has created no connector')
  return describeConnector(connector)
}

describe('describeConnector', () => {
  test('describes an announced wallet as installed (R-WALLETS-3)', () => {
    expect(describedAs(testWallet({ id: 'io.fox', name: 'Fox' }))).toEqual({
      uid: expect.any(String),
      id: 'io.fox',
      name: 'Fox',
      hint: undefined,
      type: 'ANNOUNCED',
      explorerId: undefined,
      installed: true,
      rdns: 'io.fox',
      icon: null,
    })
  })
  test('describes window.ethereum as installed where it exists', () => {
    expect(describedAs(injected())).toMatchObject({ type: 'INJECTED', installed: false })
    vi.stubGlobal('ethereum', {})
    expect(describedAs(injected())).toMatchObject({ type: 'INJECTED', installed: true })
  })
  test('describes other connectors as not installed', () => {
    const created = describedAs(mock({ accounts: [TEST_ADDRESS] }))
    expect(created).toMatchObject({ type: 'EXTERNAL', installed: false })
  })
  test.each([
    ['without an id', { id: undefined }, { id: 'u-1', name: 'Fox' }],
    ['with a number as id', { id: 7 }, { id: 'u-1', name: 'Fox' }],
    ['without a name', { name: undefined }, { id: 'io.fox', name: 'io.fox' }],
    ['with an object as name', { name: {} }, { id: 'io.fox', name: 'io.fox' }],
    ['with a number as icon', { icon: 7 }, { icon: null }],
    ['with an icon on another host', { icon: 'https://fox.example/a.png' }, { icon: null }],
    ['with null as rdns', { id: 'fox', rdns: null }, { rdns: null }],
    ['with a list of no texts as rdns', { id: 'fox', rdns: [7] }, { rdns: null }],
    ['named like a property of all objects', { id: 'constructor' }, { name: 'Fox' }],
  ])('describes a connector %s', (_, odd, described) => {
    const connector = { uid: 'u-1', id: 'io.fox', name: 'Fox', type: 'injected', ...odd }
    expect(describeConnector(connector as never)).toMatchObject(described)
  })
  test('error: describes no connector that has no uid', () => {
    expect(describeConnector({ id: 'io.fox', name: 'Fox', type: 'injected' } as never)).toBeNull()
  })
})
