import type { Address } from 'viem'
import type { DeployClients, Deployment } from './deploy-contract.ts'
import { deployContract } from './deploy-contract.ts'

/** Constructor arguments of a market. `IPrediction.Settings` documents their limits. */
export type PredictionSettings = {
  /** Price feed with 8 decimals. */
  oracle: Address
  owner: Address
  /** Start of round 1, in Unix seconds. */
  genesisTimestamp: bigint
  intervalSeconds: bigint
  /** Seconds from a lock to the time of its strike. */
  strikeDelay: bigint
  /** Seconds after the strike's time within which the oracle must answer. */
  maxOracleDelay: bigint
  /** Seconds after the strike's time in which it can be settled. */
  settlementWindow: bigint
  /** In wei. */
  minBetAmount: bigint
  /** In basis points, at most 1000. */
  treasuryFee: bigint
  /** Largest payout per stake in hundredths; 0 for no limit. */
  maxPayoutMultiple: bigint
}

/**
 * Deploys a market.
 *
 * @throws {DeploymentFailedError} when the constructor reverts on chain. Invalid settings usually fail earlier, in the
 *   gas estimate, with viem's `EstimateGasExecutionError`.
 */
export function deployPrediction(
  options: DeployClients & { settings: PredictionSettings },
): Promise<Deployment> {
  return deployContract(options, 'Prediction', [options.settings])
}
