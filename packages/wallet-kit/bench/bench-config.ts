import { defineChain, http } from 'viem'
import { type CreateConnectorFn, createConfig, injected } from 'wagmi'

const CHAIN = defineChain({
  id: 56,
  name: 'BNB Smart Chain',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } },
})

/** The same wagmi config for both pages. */
export function benchConfig(more: readonly CreateConnectorFn[]) {
  return createConfig({
    chains: [CHAIN],
    connectors: [injected(), ...more],
    transports: { [CHAIN.id]: http() },
  })
}
