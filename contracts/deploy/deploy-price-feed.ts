import type { Address } from 'viem'
import type { DeployClients, Deployment } from './deploy-contract.ts'
import { deployContract } from './deploy-contract.ts'

/**
 * Deploys the price feed of a local chain. Only `owner` can write its answers.
 *
 * @throws {DeploymentFailedError} when the constructor reverts on chain.
 */
export function deployPriceFeed(options: DeployClients & { owner: Address }): Promise<Deployment> {
  return deployContract(options, 'MockPriceFeed', [options.owner])
}
