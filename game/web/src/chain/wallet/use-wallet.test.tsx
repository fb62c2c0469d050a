import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { custom, numberToHex, parseEther } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { createConfig, mock, WagmiProvider } from 'wagmi'
import { connect } from 'wagmi/actions'
import { AppConfigContext } from '#api/market/app-config.ts'
import { MOCK_ACCOUNT } from '#testing/mock-wallet-config.ts'
import { testAppConfig } from '#testing/test-app-config.ts'
import { BURNER_CONNECTOR_ID } from '../burner/burner-connector.ts'
import { reportMined } from '../contract/mined-transactions.ts'
import { chainDefinition } from './chain-definition.ts'
import { useAsksForApproval, useHasAccount, useWallet, useWalletBalance } from './use-wallet.ts'

afterEach(cleanup)

function Balance() {
  const balance = useWalletBalance(useWallet())
  return <p>{balance === null ? 'unknown' : `${balance / 10n ** 18n} BNB`}</p>
}

test('reads the balance again when a transaction of the wallet modal is mined', async () => {
  const appConfig = testAppConfig()
  const chain = chainDefinition(appConfig.chain, 'http://127.0.0.1:1')
  let balance = parseEther('3')
  const config = createConfig({
    chains: [chain],
    connectors: [mock({ accounts: [MOCK_ACCOUNT] })],
    storage: null,
    multiInjectedProviderDiscovery: false,
    transports: { [chain.id]: custom({ request: async () => numberToHex(balance) }) },
  })
  const [connector] = config.connectors
  if (connector === undefined) throw new TypeError('there is a connector')
  await connect(config, { connector })
  render(
    <AppConfigContext value={appConfig}>
      <WagmiProvider config={config} reconnectOnMount={false}>
        <QueryClientProvider client={new QueryClient()}>
          <Balance />
        </QueryClientProvider>
      </WagmiProvider>
    </AppConfigContext>,
  )
  expect(await screen.findByText('3 BNB')).toBeDefined()
  balance = parseEther('2')
  reportMined()
  expect(await screen.findByText('2 BNB')).toBeDefined()
})

test('has an account again while its wallet reconnects, and none while wallets are looked for', () => {
  const { chain } = testAppConfig()
  const config = createConfig({
    chains: [chainDefinition(chain, 'http://127.0.0.1:1')],
    storage: null,
    multiInjectedProviderDiscovery: false,
    transports: { [chain.id]: custom({ request: async () => null }) },
  })
  const HasAccount = () => <p>{useHasAccount() ? 'account' : 'none'}</p>
  const setStatus = (status: 'connecting' | 'reconnecting') =>
    act(() => config.setState((state) => ({ ...state, status })))
  render(
    <WagmiProvider config={config} reconnectOnMount={false}>
      <HasAccount />
    </WagmiProvider>,
  )
  setStatus('connecting')
  expect(screen.getByText('none')).toBeDefined()
  setStatus('reconnecting')
  expect(screen.getByText('account')).toBeDefined()
})

test.each([
  ['of another site asks before it sends', 'io.metamask', 'injected', 'asks'],
  ['that announces the id of the play money wallet asks', BURNER_CONNECTOR_ID, 'injected', 'asks'],
  ['with play money signs at once', BURNER_CONNECTOR_ID, 'burner', 'signs'],
])('a wallet %s', async (_name, id, type, answer) => {
  const { chain } = testAppConfig()
  const config = createConfig({
    chains: [chainDefinition(chain, 'http://127.0.0.1:1')],
    connectors: [(parameters) => ({ ...mock({ accounts: [MOCK_ACCOUNT] })(parameters), id, type })],
    storage: null,
    multiInjectedProviderDiscovery: false,
    transports: { [chain.id]: custom({ request: async () => null }) },
  })
  const [connector] = config.connectors
  if (connector === undefined) throw new TypeError('there is a connector')
  await connect(config, { connector })
  const Asks = () => <p>{useAsksForApproval() ? 'asks' : 'signs'}</p>
  render(
    <WagmiProvider config={config} reconnectOnMount={false}>
      <Asks />
    </WagmiProvider>,
  )
  expect(await screen.findByText(answer)).toBeDefined()
})
