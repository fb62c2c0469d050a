import {
  type Address,
  createWalletClient,
  getAddress,
  type Hex,
  isAddressEqual,
  type PublicClient,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import { readArtifact } from './artifact.ts'
import { connectNode } from './connect-node.ts'
import { deployContract } from './deploy-contract.ts'
import { deploymentCost } from './deployment-cost.ts'
import { DeployVariables, HexAddress, InvalidPlanError, readVariables } from './plan-variables.ts'

/** The configuration of the resolver of names. */
export type NamesPlan = {
  chainId: number
  rpcUrl: string
  owner: Address
  /** Null for a dry run without a key. */
  deployerKey: Hex | null
  /** ERC-3668 template. */
  gatewayUrl: string
  /** Account of WALLET_NAME_SIGNER_KEY. */
  signer: Address
}

const Variables = z.object({
  ...DeployVariables,
  WALLET_SERVICE_URL: z.url({ protocol: /^https?$/, error: 'must be a URL' }),
  NAME_SIGNER_ADDRESS: HexAddress,
})

/**
 * Reads the plan of a deployment from the environment.
 *
 * @throws {InvalidPlanError} naming every invalid variable.
 */
export function readNamesPlan(env: Readonly<Record<string, string | undefined>>): NamesPlan {
  const vars = readVariables(Variables, env)
  return {
    chainId: Number(vars.CHAIN_ID),
    rpcUrl: vars.RPC_URL,
    owner: vars.OWNER_ADDRESS as Address,
    deployerKey: (vars.DEPLOYER_PRIVATE_KEY as Hex | undefined) ?? null,
    gatewayUrl: `${vars.WALLET_SERVICE_URL.replace(/\/$/, '')}/v1/names/gateway/{sender}/{data}.json`,
    signer: vars.NAME_SIGNER_ADDRESS as Address,
  }
}

export type DeployNamesOptions = {
  plan: NamesPlan
  /** False for a dry run: checks, estimates and prints. */
  isSending: boolean
  print: (line: string) => void
}

/** The deployed resolver differs from the plan. */
class UnverifiedResolverError extends Error {
  override readonly name = 'UnverifiedResolverError'
}

/**
 * Deploys the resolver of names and reads it back.
 *
 * @returns The address, null for a dry run.
 * @throws {InvalidPlanError} when the plan does not fit the node, or the key is missing.
 * @throws {UnverifiedResolverError} when the deployed resolver differs from the plan.
 */
export async function deployNames(options: DeployNamesOptions): Promise<Address | null> {
  const { plan, isSending, print } = options
  const { chainId, owner, gatewayUrl, signer, deployerKey } = plan
  const node = await connectNode({ ...plan, chainName: `chain ${chainId}`, coin: 'coins' })
  const args = [owner, gatewayUrl, signer]
  const account = deployerKey === null ? null : privateKeyToAccount(deployerKey)
  const contract = { name: 'NameResolver', args, coin: 'coins' }
  print(`chain            ${chainId}`)
  print(`owner            ${owner}`)
  print(`gateway          ${gatewayUrl}`)
  print(`signer           ${signer}`)
  print(`cost             ${await deploymentCost(node.publicClient, account ?? owner, contract)}`)
  if (!isSending) {
    print('dry run: nothing was sent. Add --send to deploy.')
    return null
  }
  if (account === null) throw new InvalidPlanError('Set DEPLOYER_PRIVATE_KEY to deploy.')
  const walletClient = createWalletClient({ ...node, account })
  const onSent = (hash: Hex) => print(`transaction      ${hash}, waiting for its receipt`)
  const clients = { walletClient, publicClient: node.publicClient, onSent }
  const deployment = await deployContract(clients, 'NameResolver', args)
  const address = getAddress(deployment.address)
  print(`deployed         ${address} in block ${deployment.blockNumber}`)
  await verify(node.publicClient, address, plan)
  print('verified         set it as the resolver of your domain in ENS')
  return address
}

async function verify(client: PublicClient, address: Address, plan: NamesPlan): Promise<void> {
  const { abi } = readArtifact('NameResolver')
  const read = (functionName: string) => client.readContract({ address, abi, functionName })
  const [owner, url, signer] = await Promise.all(['owner', 'gatewayUrl', 'signer'].map(read))
  const isSame =
    isAddressEqual(owner as Address, plan.owner) &&
    url === plan.gatewayUrl &&
    isAddressEqual(signer as Address, plan.signer)
  if (!isSame)
    throw new UnverifiedResolverError(`The resolver at ${address} differs from the plan.`)
}
