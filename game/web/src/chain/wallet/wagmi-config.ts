import type { AppConfig } from '@bullring/game-api/config'
import { repairAnnouncements } from '@bullring/wallet-kit/announced-wallets'
import { embeddedWalletOnDemand } from '@bullring/wallet-kit/embedded-wallet'
import { type ConnectorOptions, walletConnectConnector } from '@bullring/walletconnect/connector'
import type { Config } from 'wagmi'
import { createConfig, createStorage, injected } from 'wagmi'
import { openStorage } from '#browser/open-storage.ts'
import { burnerConnector } from '../burner/burner-connector.ts'
import { isBurnerAllowed } from '../burner/burner-key.ts'
import { safe } from '../safe/safe.ts'
import { appMetadata } from './app-metadata.ts'
import { chainDefinition } from './chain-definition.ts'
import { chainTransportOnDemand } from './chain-transport-on-demand.ts'
import { followOtherTabs } from './follow-other-tabs.ts'
import { forgetSessionsOnSignOut } from './forget-sessions.ts'
import { leavesPage } from './leave-page.ts'

/** Local rounds last a minute, so viem's default of 4 s for receipts would be noticeable. */
const POLLING_INTERVAL_MS = 1_000

const STORAGE_KEY = 'bullring'

/** Creates wagmi's configuration: connectors and transports for the chain of the game. */
export function createWagmiConfig(appConfig: AppConfig, page: Window): Config {
  const chain = chainDefinition(appConfig.chain, page.location.origin)
  const hasBurner = isBurnerAllowed(chain.id, appConfig.features.burnerWallet)
  const storage = openStorage(page, 'localStorage')
  repairAnnouncements(page)
  const connector = safe()?.connector
  const config = createConfig({
    chains: [chain],
    // Wallets that announce themselves (EIP-6963) are added by wagmi.
    multiInjectedProviderDiscovery: connector === undefined,
    connectors: connector
      ? [connector]
      : [
          injected(),
          ...relayOptions(appConfig, page).map(walletConnectConnector),
          ...embeddedWallets(appConfig, page),
          ...(hasBurner ? [burnerConnector(chain, storage)] : []),
        ],
    transports: {
      [chain.id]: chainTransportOnDemand(chain.rpcUrls.default.http, page.location.origin),
    },
    storage: createStorage({ key: STORAGE_KEY, storage }),
    pollingInterval: POLLING_INTERVAL_MS,
  })
  followOtherTabs(config, STORAGE_KEY, page)
  forgetSessionsOnSignOut(config)
  return config
}

/** WalletConnect needs a relay. Without one it is not offered. */
function relayOptions(
  { relayUrl, projectId, markets }: AppConfig,
  page: Window,
): ConnectorOptions[] {
  if (relayUrl === null) return []
  const { origin } = page.location
  const metadata = appMetadata(origin, Object.keys(markets))
  return [{ projectId, relayUrl: toSocketUrl(relayUrl, origin), metadata }]
}

/** Our relay is at a path of the page's origin. */
function toSocketUrl(relayUrl: string, origin: string): string {
  return new URL(relayUrl, origin).href.replace(/^http/, 'ws')
}

/** Login by email needs the services that keep the keys. */
function embeddedWallets({ frameUrl, projectId, markets }: AppConfig, page: Window) {
  if (frameUrl === null) return []
  return [
    embeddedWalletOnDemand({
      frameUrl,
      projectId,
      metadata: appMetadata(page.location.origin, Object.keys(markets)),
      storage: openStorage(page, 'localStorage'),
      leavesPage,
      // Markets of the other kind refuse contracts.
      startsSmart: Object.values(markets).every(({ kind }) => kind === 'bullring'),
    }),
  ]
}
