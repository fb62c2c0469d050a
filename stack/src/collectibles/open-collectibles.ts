import { type Address, createPublicClient, getContractAddress, http, parseEther, toHex } from 'viem'
import type { HDAccount } from 'viem/accounts'
import { callRpc } from '../chain/anvil.ts'
import { deployArtifact } from '../chain/deploy-artifact.ts'

export type OpenCollectiblesOptions = { rpcUrl: string; chainId: number; owner: HDAccount }

/** Deploys the collection of a local chain that mines on its own, if it has none, also on one of an earlier version. */
export async function openCollectibles(options: OpenCollectiblesOptions): Promise<Address> {
  const { rpcUrl, owner } = options
  await callRpc(rpcUrl, 'anvil_setBalance', [owner.address, toHex(parseEther('1000'))])
  const reader = createPublicClient({ transport: http(rpcUrl) })
  const address = getContractAddress({ from: owner.address, nonce: 0n })
  if ((await reader.getCode({ address })) !== undefined) return address
  return await deployArtifact({ ...options, name: 'PlayCollectible', args: [owner.address] })
}
