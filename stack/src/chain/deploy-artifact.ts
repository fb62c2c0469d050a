import { readArtifact } from '@bullring/contracts/artifact'
import { type Address, createPublicClient, createWalletClient, getAddress, http } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import { localChain } from './local-market.ts'

export type DeployArtifactOptions = {
  rpcUrl: string
  chainId: number
  /** Pays for the transaction. */
  owner: LocalAccount
  /** Name of the contract. */
  name: string
  /** Arguments of its constructor. */
  args: readonly unknown[]
}

/** Deploys a compiled contract to a local chain that mines on its own. */
export async function deployArtifact(options: DeployArtifactOptions): Promise<Address> {
  const { rpcUrl, chainId, owner, name, args } = options
  const chain = localChain(chainId, rpcUrl)
  const wallet = createWalletClient({ account: owner, chain, transport: http(rpcUrl) })
  const reader = createPublicClient({ chain, transport: http(rpcUrl), pollingInterval: 50 })
  const { abi, bytecode } = readArtifact(name)
  const hash = await wallet.deployContract({ abi, bytecode, args })
  const { contractAddress } = await reader.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error(`${name} was not deployed`)
  return getAddress(contractAddress)
}
