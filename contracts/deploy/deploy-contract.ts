import type { Account, Address, Chain, Hex, PublicClient, Transport, WalletClient } from 'viem'
import { encodeDeployData } from 'viem'
import { readArtifact } from './artifact.ts'
import { waitForReceipt } from './wait-for-receipt.ts'

/** The two ends of a chain that a deployment needs. */
export type DeployClients = {
  walletClient: WalletClient<Transport, Chain, Account>
  publicClient: PublicClient
}

/** Where a contract is. */
export type Deployment = {
  address: Address
  /** Block that created it: no log of the contract is older. */
  blockNumber: bigint
  transactionHash: Hex
}

/**
 * Creates a compiled contract and waits for its receipt.
 *
 * @throws {DeploymentFailedError} when the constructor reverts on chain.
 */
export async function deployContract(
  { walletClient, publicClient }: DeployClients,
  name: string,
  args: readonly unknown[],
): Promise<Deployment> {
  const { abi, bytecode } = readArtifact(name)
  const hash = await walletClient.sendTransaction({
    data: encodeDeployData({ abi, bytecode, args }),
  })
  const receipt = await waitForReceipt(publicClient, hash)
  if (receipt.status === 'reverted' || !receipt.contractAddress) {
    throw new DeploymentFailedError(name, hash)
  }
  return {
    address: receipt.contractAddress,
    blockNumber: receipt.blockNumber,
    transactionHash: hash,
  }
}

/** A creation transaction was mined but left no contract. */
export class DeploymentFailedError extends Error {
  override readonly name = 'DeploymentFailedError'
  readonly transactionHash: Hex

  constructor(contractName: string, transactionHash: Hex) {
    super(`${contractName} was not created by transaction ${transactionHash}`)
    this.transactionHash = transactionHash
  }
}
