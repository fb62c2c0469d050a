/** A network that the kit knows by name, whether or not the app is configured for it. */
export type KnownNetwork = {
  /** CAIP-2. */
  id: string
  name: string
  /** Id of its image in the wallet catalogue; null for networks without one there. */
  imageId: string | null
}

/** R-NETWORK-5. 999 was Zora's testnet when the list was made. */
export const KNOWN_NETWORKS: readonly KnownNetwork[] = [
  { id: 'eip155:1', name: 'Ethereum', imageId: 'ba0ba0cd-17c6-4806-ad93-f9d174f17900' },
  { id: 'eip155:5', name: 'Goerli', imageId: null },
  { id: 'eip155:11155111', name: 'Sepolia', imageId: 'e909ea0a-f92a-4512-c8fc-748044ea6800' },
  { id: 'eip155:10', name: 'OP Mainnet', imageId: 'ab9c186a-c52f-464b-2906-ca59d760a400' },
  { id: 'eip155:420', name: 'Optimism Goerli', imageId: null },
  { id: 'eip155:42161', name: 'Arbitrum One', imageId: '3bff954d-5cb0-47a0-9a23-d20192e74600' },
  { id: 'eip155:421613', name: 'Arbitrum Goerli', imageId: null },
  { id: 'eip155:137', name: 'Polygon', imageId: '41d04d42-da3b-4453-8506-668cc0727900' },
  { id: 'eip155:80001', name: 'Polygon Mumbai', imageId: null },
  { id: 'eip155:42220', name: 'Celo', imageId: 'ab781bbc-ccc6-418d-d32d-789b15da1f00' },
  { id: 'eip155:1313161554', name: 'Aurora', imageId: '3ff73439-a619-4894-9262-4470c773a100' },
  { id: 'eip155:1313161555', name: 'Aurora Testnet', imageId: null },
  { id: 'eip155:56', name: 'BNB Smart Chain', imageId: '93564157-2e8e-4ce7-81df-b264dbee9b00' },
  { id: 'eip155:97', name: 'BNB Smart Chain Testnet', imageId: null },
  { id: 'eip155:43114', name: 'Avalanche', imageId: '30c46e53-e989-45fb-4549-be3bd4eb3b00' },
  { id: 'eip155:43113', name: 'Avalanche Fuji', imageId: null },
  { id: 'eip155:324', name: 'ZKsync Era', imageId: 'b310f07f-4ef7-49f3-7073-2a0a39685800' },
  { id: 'eip155:280', name: 'zkSync Era Testnet', imageId: null },
  { id: 'eip155:100', name: 'Gnosis', imageId: '02b53f6a-e3d4-479e-1cb4-21178987d100' },
  { id: 'eip155:8453', name: 'Base', imageId: '7289c336-3981-4081-c5f4-efc26ac64a00' },
  { id: 'eip155:84531', name: 'Base Goerli', imageId: null },
  { id: 'eip155:84532', name: 'Base Sepolia', imageId: 'a18a7ecd-e307-4360-4746-283182228e00' },
  { id: 'eip155:7777777', name: 'Zora', imageId: '845c60df-d429-4991-e687-91ae45791600' },
  { id: 'eip155:999', name: 'Zora Goerli', imageId: null },
  {
    id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    name: 'Solana',
    imageId: 'a1b58899-f671-4276-6a5e-56ca5bd59700',
  },
  {
    id: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
    name: 'Solana Testnet',
    imageId: 'a1b58899-f671-4276-6a5e-56ca5bd59700',
  },
  {
    id: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    name: 'Solana Devnet',
    imageId: 'a1b58899-f671-4276-6a5e-56ca5bd59700',
  },
]

/** Finds a network by its CAIP-2 id. */
export function knownNetwork(id: string): KnownNetwork | undefined {
  return KNOWN_NETWORKS.find((network) => network.id === id)
}
