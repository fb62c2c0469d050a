import type { Address } from 'viem'
import type { DeployClients, Deployment } from './deploy-contract.ts'
import { deployContract } from './deploy-contract.ts'

/** What a market is created with; `IPrediction.Settings` documents the limits of each. */
export type PredictionSettings = {
  /** Price feed with 8 decimals. */
  oracle: Address
  owner: Address
  /** Start of round 1, in Unix seconds. */
  genesisTimestamp: bigint
  intervalSeconds: bigint
  /** Seconds after a lock within which the oracle must have answered. */
  maxOracleDelay: bigint
  /** Seconds after a lock in which its strike can be settled. */
  settlementWindow: bigint
  /** In wei. */
  minBetAmount: bigint
  /** In basis points, at most 1000. */
  treasuryFee: bigint
}

/**
 * Creates one market.
 *
 * @throws {DeploymentFailedError} when the constructor reverts on chain. A node that estimates gas refuses invalid
 *   settings before that, with viem's `EstimateGasExecutionError`.
 */
export function deployPrediction(
  options: DeployClients & { settings: PredictionSettings },
): Promise<Deployment> {
  return deployContract(options, 'Prediction', [options.settings])
}
