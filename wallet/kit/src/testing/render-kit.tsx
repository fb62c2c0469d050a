import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { defineChain, http } from 'viem'
import { type CreateConnectorFn, createConfig } from 'wagmi'
import { ConnectButton } from '#buttons/connect-button.tsx'
import { createWalletKit, type WalletKit, type WalletKitOptions } from '#create-wallet-kit.ts'
import { WalletKitProvider } from '#react.tsx'

const CHAIN = defineChain({
  id: 56,
  name: 'BNB Smart Chain',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
})

/** Creates a kit with only the given connectors. */
export function createTestKit(
  connectors: readonly CreateConnectorFn[],
  options: Partial<WalletKitOptions> = {},
): WalletKit {
  const config = createConfig({
    chains: [CHAIN],
    connectors: [...connectors],
    storage: null,
    multiInjectedProviderDiscovery: false,
    transports: { [CHAIN.id]: http() },
  })
  return createWalletKit({ config, projectId: 'test', ...options })
}

/** Renders a page with a connect button. */
export function renderKit(kit: WalletKit, children: ReactNode = <ConnectButton />) {
  return render(<WalletKitProvider kit={kit}>{children}</WalletKitProvider>)
}
