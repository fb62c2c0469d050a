import { type Connector, createConfig, http, mock } from 'wagmi'
import { connect } from 'wagmi/actions'
import { chainDefinition } from '#chain/wallet/chain-definition.ts'
import type { testAppConfig } from './test-app-config.ts'

/** Account of the mock wallet. */
export const MOCK_ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** The mock wallet as the owner of one-tap bets. */
export function mockOwner(connector: Connector) {
  return { account: MOCK_ACCOUNT, chainId: 31_337, connector, servicesUrl: '/wallet' } as const
}

/** Creates a wagmi config with one mock wallet, which is connected unless `isConnected` is false. */
export async function mockWalletConfig(
  appConfig: ReturnType<typeof testAppConfig>,
  isConnected = true,
) {
  const chain = chainDefinition(appConfig.chain, 'http://127.0.0.1:1')
  const config = createConfig({
    chains: [chain],
    connectors: [mock({ accounts: [MOCK_ACCOUNT] })],
    storage: null,
    multiInjectedProviderDiscovery: false,
    transports: { [chain.id]: http() },
  })
  const [connector] = config.connectors
  if (connector === undefined) throw new TypeError('there is a connector')
  if (isConnected) await connect(config, { connector })
  return { config, connector }
}
