import { createAppKit } from '@reown/appkit/react'
import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
import { localChain } from './local-chain.js'
import { showApp } from './wagmi-app.jsx'

const projectId = 'their-app'
const adapter = new WagmiAdapter({ networks: [localChain], projectId })

createAppKit({
  adapters: [adapter],
  networks: [localChain],
  projectId,
  metadata: { name: 'Their app', description: 'App', url: location.origin, icons: [] },
  features: { email: true, socials: [], analytics: true },
})

showApp(adapter.wagmiConfig, <appkit-button />)
