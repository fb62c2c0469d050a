import { defineChain } from 'viem'

/** The product's chain, with the node that the kits use for it. */
export const localChain = defineChain({
  id: 31_337,
  name: 'Local chain',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrls: {
    default: {
      http: ['https://rpc.walletconnect.org/v1/?chainId=eip155:31337&projectId=their-app'],
    },
  },
})
