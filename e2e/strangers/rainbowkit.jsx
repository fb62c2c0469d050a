import '@rainbow-me/rainbowkit/styles.css'
import { ConnectButton, getDefaultConfig, RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { localChain } from './local-chain.js'
import { showApp } from './wagmi-app.jsx'

const config = getDefaultConfig({
  appName: 'Their app',
  projectId: 'their-app',
  chains: [localChain],
})

showApp(
  config,
  <RainbowKitProvider>
    <ConnectButton />
  </RainbowKitProvider>,
)
