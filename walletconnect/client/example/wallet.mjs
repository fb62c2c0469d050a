/**
 * A wallet in Node, from which `npm run try:packages` runs the packed client: `node wallet.mjs <relay>`. It pairs with each link that its
 * parent process sends, approves each proposal, and signs every message.
 */
import { approvedNamespaces } from '@bullring/walletconnect/approved-namespaces'
import { createMemoryStorage } from '@bullring/walletconnect/memory-storage'
import { createWalletClient } from '@bullring/walletconnect/wallet'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

const account = privateKeyToAccount(generatePrivateKey())
const wallet = await createWalletClient({
  relayUrl: process.argv[2],
  projectId: 'fresh',
  metadata: { name: 'Packed wallet', description: '', url: 'https://wallet.example', icons: [] },
  storage: createMemoryStorage(),
})
const supported = {
  eip155: {
    chains: ['eip155:31337'],
    methods: ['personal_sign'],
    events: ['accountsChanged', 'chainChanged'],
    accounts: [`eip155:31337:${account.address}`],
  },
}
wallet.on('proposed', async ({ proposal }) => {
  await wallet.approve({ id: proposal.id, namespaces: approvedNamespaces(proposal, supported) })
})
wallet.on('requested', async ({ request }) => {
  const result = await account.signMessage({ message: { raw: request.params[0] } })
  await wallet.respond(request, { result })
})
process.on('message', (link) => wallet.pair(link))
process.stdout.write(`${account.address}\n`)
