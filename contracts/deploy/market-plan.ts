import { parseUnits } from '@bullring/prediction/decimal'
import type { Address, Hex } from 'viem'
import { bsc, bscTestnet } from 'viem/chains'
import * as z from 'zod/mini'
import type { PredictionSettings } from './deploy-prediction.ts'

/** Defaults for a market on a public chain. */
type Preset = {
  /** viem's definition: name and explorer. */
  chain: typeof bsc | typeof bscTestnet
  /** Chainlink's BNB/USD proxy on that chain. */
  oracle: Address
  intervalSeconds: number
}

/** Longer than the few seconds between the observation of a price and the block that carries it. */
const STRIKE_DELAY_SECONDS = '10'
/** 20x: none of 250 recorded rounds of PancakePredictionV2 paid more than 6x. */
const MAX_PAYOUT_MULTIPLE = '2000'

/** Source of the feeds: docs.chain.link, price feed addresses, BNB Chain. */
const PRESETS: Readonly<Record<number, Preset>> = {
  56: {
    chain: bsc,
    oracle: '0x0567F2323251f0Aab15c8dFb1967E4e8A7D42aeE',
    intervalSeconds: 300,
  },
  97: {
    chain: bscTestnet,
    oracle: '0x2514895c72f50D8bd4B4F9b1110F0D6bD2c97526',
    intervalSeconds: 300,
  },
}

/** Returns the price feed of BNB/USD on a chain; null where none is known. */
export function presetFeed(chainId: number): Address | null {
  return PRESETS[chainId]?.oracle ?? null
}

/** The complete configuration of a deployment. */
export type MarketPlan = {
  chainId: number
  chainName: string
  rpcUrl: string
  /** Null for a dry run without a key. */
  deployerKey: Hex | null
  explorerUrl: string | null
  /** Start of round 1, in Unix seconds; null for the first whole interval after the deployment. */
  genesisTimestamp: bigint | null
  settings: Omit<PredictionSettings, 'genesisTimestamp'>
}

/** The configuration of a deployment is invalid. Names the invalid variables, but no values. */
export class InvalidPlanError extends Error {
  override readonly name = 'InvalidPlanError'
}

const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address'))
const whole = z.string().check(z.regex(/^\d{1,15}$/, 'must be a whole number'))
const decimal = z.string().check(z.regex(/^\d+(\.\d{1,18})?$/, 'must be a decimal number'))
const key = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/, 'must be a 32-byte key in hex with 0x'))

const Variables = z.object({
  CHAIN_ID: whole,
  RPC_URL: z.url('must be a URL'),
  OWNER_ADDRESS: address,
  DEPLOYER_PRIVATE_KEY: z.optional(key),
  ORACLE_ADDRESS: z.optional(address),
  INTERVAL_SECONDS: z.optional(whole),
  STRIKE_DELAY: z._default(whole, STRIKE_DELAY_SECONDS),
  MAX_ORACLE_DELAY: z.optional(whole),
  SETTLEMENT_WINDOW: z._default(whole, '86400'),
  MIN_BET_BNB: z._default(decimal, '0.001'),
  TREASURY_FEE_BPS: z._default(whole, '300'),
  MAX_PAYOUT_MULTIPLE: z._default(whole, MAX_PAYOUT_MULTIPLE),
  GENESIS_TIMESTAMP: z.optional(whole),
})

/**
 * Reads the plan of a deployment from the environment; chains 56 and 97 have a preset feed.
 *
 * @throws {InvalidPlanError} naming every invalid variable.
 */
export function readMarketPlan(env: Readonly<Record<string, string | undefined>>): MarketPlan {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = z.safeParse(Variables, set)
  if (!result.success) {
    const issues = result.error.issues.map(
      ({ path, message }) =>
        `${path.join('.')} ${set[String(path[0])] === undefined ? 'is missing' : message}`,
    )
    throw new InvalidPlanError(`Invalid configuration: ${issues.join('; ')}.`)
  }
  return toPlan(result.data)
}

function toPlan(vars: z.infer<typeof Variables>): MarketPlan {
  const chainId = Number(vars.CHAIN_ID)
  const preset = PRESETS[chainId]
  const oracle = vars.ORACLE_ADDRESS ?? preset?.oracle
  const interval = vars.INTERVAL_SECONDS ?? preset?.intervalSeconds
  if (oracle === undefined || interval === undefined) {
    throw new InvalidPlanError(
      `Chain ${chainId} has no preset: set ORACLE_ADDRESS and INTERVAL_SECONDS.`,
    )
  }
  return {
    chainId,
    chainName: preset?.chain.name ?? `chain ${chainId}`,
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
