import type { Account, Address, Chain, Hex, PublicClient, Transport, WalletClient } from 'viem'
import { encodeDeployData } from 'viem'
import { readArtifact } from './artifact.ts'
import { waitForReceipt } from './wait-for-receipt.ts'

/** The viem clients that a deployment needs. */
export type DeployClients = {
  walletClient: WalletClient<Transport, Chain, Account>
  publicClient: PublicClient
  /** Called with the transaction's hash as soon as it is sent. */
  onSent?: (transactionHash: Hex) => void
}

/** A deployed contract. */
export type Deployment = {
  address: Address
  /** Block of its creation: the contract has no older logs. */
  blockNumber: bigint
  transactionHash: Hex
}

/** Constructors read the clock: they need more gas when round 1 starts between estimate and block. */
const GAS_MARGIN_PERCENT = 110n

/**
 * Deploys a compiled contract and waits for the receipt.
 *
 * @throws {DeploymentFailedError} when the constructor reverts on chain.
 * @throws {ReceiptTimeoutError} when the receipt cannot be read in time.
 */
export async function deployContract(
  { walletClient, publicClient, onSent }: DeployClients,
  name: string,
  args: readonly unknown[],
): Promise<Deployment> {
  const { abi, bytecode } = readArtifact(name)
  const data = encodeDeployData({ abi, bytecode, args })
  const estimatedGas = await publicClient.estimateGas({ account: walletClient.account, data })
  const gas = (estimatedGas * GAS_MARGIN_PERCENT) / 100n
  const hash = await walletClient.sendTransaction({ data, gas })
  onSent?.(hash)
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

/** The creation transaction was mined but created no contract. */
class DeploymentFailedError extends Error {
  override readonly name = 'DeploymentFailedError'
  readonly transactionHash: Hex

  constructor(contractName: string, transactionHash: Hex) {
    super(`${contractName} was not created by transaction ${transactionHash}`)
    this.transactionHash = transactionHash
  }
}
