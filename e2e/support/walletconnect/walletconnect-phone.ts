import { startTestRelay } from '@bullring/relay/testing/start-test-relay'
import { createWalletClient } from '@bullring/walletconnect/wallet'

const ACCOUNTS = [
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
] as const

/** A wallet on another device, and its relay. */
export type WalletConnectPhone = Awaited<ReturnType<typeof startPhone>>

/** Starts a relay, and a wallet on another device that approves each connection. */
export async function startPhone() {
  const relay = await startTestRelay({ variables: { RELAY_DATABASE_URL: 'memory' } })
  const wallet = await createWalletClient({
    relayUrl: relay.url,
    projectId: 'phone',
    metadata: { name: 'Phone', description: '', url: 'https://phone.example', icons: [] },
  })
  wallet.on('proposed', ({ proposal }) => {
    void wallet.approve({ id: proposal.id, namespaces: namespacesOf(ACCOUNTS[0]) })
  })
  return {
    relayUrl: relay.url,
    wallet,
    accounts: ACCOUNTS,
    /** Selects another account. Resolves when the page has confirmed it. */
    use: async (account: (typeof ACCOUNTS)[number]) => {
      for (const { topic } of wallet.sessions()) await wallet.update(topic, namespacesOf(account))
    },
    [Symbol.asyncDispose]: async () => {
      wallet.close()
      await relay.stop()
    },
  }
}

function namespacesOf(account: string) {
  return {
    eip155: {
      accounts: [`eip155:56:${account}`],
      chains: ['eip155:56'],
      methods: ['personal_sign', 'eth_sendTransaction'],
      events: ['accountsChanged', 'chainChanged'],
    },
  }
}
