import { ConnectKitButton, ConnectKitProvider, getDefaultConfig } from 'connectkit'
import { createConfig } from 'wagmi'
import { localChain } from './local-chain.js'
import { showApp } from './wagmi-app.jsx'

const config = createConfig(
  getDefaultConfig({
    appName: 'Their app',
    walletConnectProjectId: 'their-app',
    chains: [localChain],
  }),
)

showApp(
  config,
  <ConnectKitProvider>
    <ConnectKitButton />
  </ConnectKitProvider>,
)
