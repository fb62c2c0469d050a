import { defineChain, http } from 'viem'
import { type CreateConnectorFn, createConfig, injected } from 'wagmi'

const CHAIN = defineChain({
  id: 56,
  name: 'BNB Smart Chain',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } },
})

/** The wagmi config of both pages. */
export function benchConfig(connectors: readonly CreateConnectorFn[]) {
  return createConfig({
    chains: [CHAIN],
    connectors: [injected(), ...connectors],
    transports: { [CHAIN.id]: http() },
  })
}
