import type { WalletClient } from '../wallet/wallet-client.ts'
import { ignoreClosing } from './ignore-closing.ts'

/** Account and chain of the tests' wallet. */
export const ADDRESS = '0x00000000000000000000000000000000000000aa'
export const CHAIN = 'eip155:56'

export const NAMESPACES = {
  eip155: {
    accounts: [`${CHAIN}:${ADDRESS}`],
    chains: [CHAIN],
    methods: ['personal_sign', 'eth_sendTransaction'],
    events: ['chainChanged', 'accountsChanged'],
  },
}

/** Proposal of the tests' page. */
export const PROPOSED = {
  optionalNamespaces: {
    eip155: { chains: [CHAIN], methods: ['personal_sign'], events: ['chainChanged'] },
  },
}

/** The request it sends. */
export const SIGN = { chainId: CHAIN, method: 'personal_sign', params: ['0x68656c6c6f', ADDRESS] }

/** Makes a wallet approve each proposal, and sign everything. */
export function approveAll(wallet: WalletClient): void {
  wallet.on('proposed', ({ proposal }) => {
    wallet.approve({ id: proposal.id, namespaces: NAMESPACES }).catch(ignoreClosing)
  })
  wallet.on('requested', ({ request }) => {
    wallet
      .respond(request, { result: `signed ${JSON.stringify(request.params)}` })
      .catch(ignoreClosing)
  })
}
