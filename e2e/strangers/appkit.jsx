import { bsc } from '@reown/appkit/networks'
import { createAppKit } from '@reown/appkit/react'
import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
import { localChain } from './local-chain.js'
import { showApp } from './wagmi-app.jsx'

const projectId = 'their-app'
// AppKit 1.8 lists wallets of the app's networks only: none of them names the local chain.
const networks = [localChain, bsc]
const adapter = new WagmiAdapter({ networks, projectId })

createAppKit({
  adapters: [adapter],
  networks,
  projectId,
  metadata: { name: 'Their app', description: 'App', url: location.origin, icons: [] },
  features: { email: true, socials: [], analytics: true },
})

showApp(adapter.wagmiConfig, <appkit-button />)
