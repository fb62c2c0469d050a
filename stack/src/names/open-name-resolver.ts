import { readArtifact } from '@bullring/contracts/artifact'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  getContractAddress,
  http,
} from 'viem'
import { type HDAccount, privateKeyToAddress } from 'viem/accounts'
import { deployArtifact } from '../chain/deploy-artifact.ts'
import { localChain } from '../chain/local-market.ts'

export type NameResolverOptions = {
  rpcUrl: string
  chainId: number
  /** Deploys the resolver with its first transaction, so that the address is fixed, and owns it. */
  owner: HDAccount
  /** URL at which browsers reach the wallet service. */
  walletUrl: string
  /** Key with which the wallet service signs its answers. */
  signerKey: string
}

/**
 * Deploys the resolver of names to a local chain that mines on its own, if it has none, and gives it the
 * gateway of this run.
 */
export async function openNameResolver(options: NameResolverOptions): Promise<Address> {
  const { rpcUrl, chainId, owner } = options
  const signer = privateKeyToAddress(options.signerKey as `0x${string}`)
  const gatewayUrl = `${options.walletUrl}/v1/names/gateway/{sender}/{data}.json`
  const chain = localChain(chainId, rpcUrl)
  const reader = createPublicClient({ chain, transport: http(rpcUrl), pollingInterval: 50 })
  const address = getContractAddress({ from: owner.address, nonce: 0n })
  if ((await reader.getCode({ address })) === undefined) {
    const args = [owner.address, gatewayUrl, signer]
    return await deployArtifact({ rpcUrl, chainId, owner, name: 'NameResolver', args })
  }
  const { abi } = readArtifact('NameResolver')
  const read = (functionName: string) => reader.readContract({ address, abi, functionName })
  const [url, key] = await Promise.all([read('gatewayUrl'), read('signer')])
  if (url !== gatewayUrl || key !== signer) {
    const wallet = createWalletClient({ account: owner, chain, transport: http(rpcUrl) })
    const hash = await wallet.writeContract({
      address,
      abi,
      functionName: 'setGateway',
      args: [gatewayUrl, signer],
    })
    await reader.waitForTransactionReceipt({ hash })
  }
  return address
}
