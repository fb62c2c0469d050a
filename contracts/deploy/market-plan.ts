import { parseUnits } from '@bullring/prediction/decimal'
import type { Address, Hex } from 'viem'
import { bsc, bscTestnet } from 'viem/chains'
import * as z from 'zod/mini'
import type { PredictionSettings } from './deploy-prediction.ts'
import {
  Decimal,
  DeployVariables,
  HexAddress,
  InvalidPlanError,
  readVariables,
  Whole,
} from './plan-variables.ts'
import { presetFeed } from './preset-feed.ts'

/** Defaults for a market on a public chain. */
type Preset = {
  /** viem's definition: name and explorer. */
  chain: typeof bsc | typeof bscTestnet
  intervalSeconds: number
}

/** Longer than the few seconds between the observation of a price and the block that carries it. */
const STRIKE_DELAY_SECONDS = '10'
/** 20x: none of 250 recorded rounds of PancakePredictionV2 paid more than 6x. */
const MAX_PAYOUT_MULTIPLE = '2000'

/** Of the preset feeds. */
export const PRESET_SYMBOL = 'BNB'

const PRESETS: Readonly<Record<number, Preset>> = {
  56: {
    chain: bsc,
    intervalSeconds: 300,
  },
  97: {
    chain: bscTestnet,
    intervalSeconds: 300,
  },
}

/** The complete configuration of a deployment. */
export type MarketPlan = {
  chainId: number
  chainName: string
  /** Of the price that rounds are about. */
  symbol: string
  /** Description that the feed must have, such as "BNB / USD". */
  feedDescription: string
  rpcUrl: string
  /** Null for a dry run without a key. */
  deployerKey: Hex | null
  explorerUrl: string | null
  /** Start of round 1, in Unix seconds; null for the first Whole interval after the deployment. */
  genesisTimestamp: bigint | null
  settings: Omit<PredictionSettings, 'genesisTimestamp'>
}

const Variables = z.object({
  ...DeployVariables,
  SYMBOL: z._default(
    z.string().check(z.regex(/^[A-Z0-9]{2,10}$/, 'must be capitals and digits')),
    PRESET_SYMBOL,
  ),
  ORACLE_ADDRESS: z.optional(HexAddress),
  ORACLE_DESCRIPTION: z.optional(z.string()),
  INTERVAL_SECONDS: z.optional(Whole),
  STRIKE_DELAY: z._default(Whole, STRIKE_DELAY_SECONDS),
  MAX_ORACLE_DELAY: z.optional(Whole),
  SETTLEMENT_WINDOW: z._default(Whole, '86400'),
  MIN_BET_BNB: z._default(Decimal, '0.001'),
  TREASURY_FEE_BPS: z._default(Whole, '300'),
  MAX_PAYOUT_MULTIPLE: z._default(Whole, MAX_PAYOUT_MULTIPLE),
  GENESIS_TIMESTAMP: z.optional(Whole),
})

/**
 * Reads the plan of a deployment from the environment. Chains 56 and 97 have a preset feed.
 *
 * @throws {InvalidPlanError} naming every invalid variable.
 */
export function readMarketPlan(env: Readonly<Record<string, string | undefined>>): MarketPlan {
  return toPlan(readVariables(Variables, env))
}

function toPlan(vars: z.infer<typeof Variables>): MarketPlan {
  const chainId = Number(vars.CHAIN_ID)
  const preset = PRESETS[chainId]
  const presetOracle = vars.SYMBOL === PRESET_SYMBOL ? presetFeed(chainId) : null
  const oracle = vars.ORACLE_ADDRESS ?? presetOracle
  const interval = vars.INTERVAL_SECONDS ?? preset?.intervalSeconds
  if (oracle === null || interval === undefined) {
    throw new InvalidPlanError(
      `Chain ${chainId} has no preset for ${vars.SYMBOL}: set ORACLE_ADDRESS and INTERVAL_SECONDS.`,
    )
  }
  return {
    chainId,
    chainName: preset?.chain.name ?? `chain ${chainId}`,
    symbol: vars.SYMBOL,
    feedDescription: vars.ORACLE_DESCRIPTION ?? `${vars.SYMBOL} / USD`,
    rpcUrl: vars.RPC_URL,
    deployerKey: (vars.DEPLOYER_PRIVATE_KEY as Hex | undefined) ?? null,
    explorerUrl: preset?.chain.blockExplorers.default.url ?? null,
    genesisTimestamp: vars.GENESIS_TIMESTAMP === undefined ? null : BigInt(vars.GENESIS_TIMESTAMP),
    settings: {
      oracle: oracle as Address,
      owner: vars.OWNER_ADDRESS as Address,
      intervalSeconds: BigInt(interval),
      strikeDelay: BigInt(vars.STRIKE_DELAY),
      maxOracleDelay: BigInt(vars.MAX_ORACLE_DELAY ?? interval),
      settlementWindow: BigInt(vars.SETTLEMENT_WINDOW),
      minBetAmount: parseUnits(vars.MIN_BET_BNB, 18),
      treasuryFee: BigInt(vars.TREASURY_FEE_BPS),
      maxPayoutMultiple: BigInt(vars.MAX_PAYOUT_MULTIPLE),
    },
  }
}
