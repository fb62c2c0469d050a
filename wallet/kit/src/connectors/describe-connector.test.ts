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
})
