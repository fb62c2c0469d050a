import { readArtifact } from '@bullring/contracts/artifact'
import { deployPrediction } from '@bullring/contracts/deploy-prediction'
import { deployPriceFeed } from '@bullring/contracts/deploy-price-feed'
import type { Address } from 'viem'
import { createPublicClient, createWalletClient, defineChain, http } from 'viem'
import type { HDAccount } from 'viem/accounts'
import { callRpc } from './anvil.ts'

export type LocalMarketOptions = {
  rpcUrl: string
  chainId: number
  owner: HDAccount
  /** Writes the price feed's answers. */
  oracleWriter: Address
  /** Start of round 1, in Unix seconds; not before the newest block. */
  genesisTimestamp: number
  intervalSeconds: number
  /** Seconds from a lock to the time of its strike. */
  strikeDelay: number
  /** Largest payout per stake in hundredths; 0 for no limit. */
  maxPayoutMultiple: number
}

/** The game's contracts on a local chain. */
export type LocalMarket = { prediction: Address; oracle: Address; startBlock: number }

/** Address at which viem expects Multicall3 on every chain. */
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

const DAY_SECONDS = 86_400n
const MIN_BET_WEI = 1_000_000_000_000_000n
const FEE_BASIS_POINTS = 300n

/**
 * Deploys price feed, Multicall3 and game. The chain must mine each transaction immediately. The
 * addresses are the same on every new chain: they derive from the owner's first two transactions.
 */
export async function deployLocalMarket(options: LocalMarketOptions): Promise<LocalMarket> {
  const { rpcUrl, chainId, owner, intervalSeconds } = options
  const chain = localChain(chainId, rpcUrl)
  const transport = http(rpcUrl)
  const clients = {
    walletClient: createWalletClient({ account: owner, chain, transport }),
    publicClient: createPublicClient({ chain, transport, pollingInterval: 50 }),
  }
  await callRpc(rpcUrl, 'anvil_setCode', [MULTICALL3, readArtifact('Multicall3').deployedBytecode])
  const feed = await deployPriceFeed({ ...clients, owner: options.oracleWriter })
  const prediction = await deployPrediction({
    ...clients,
    settings: {
      oracle: feed.address,
      owner: owner.address,
      genesisTimestamp: BigInt(options.genesisTimestamp),
      intervalSeconds: BigInt(intervalSeconds),
      strikeDelay: BigInt(options.strikeDelay),
      maxOracleDelay: BigInt(intervalSeconds),
      settlementWindow: DAY_SECONDS,
      minBetAmount: MIN_BET_WEI,
      treasuryFee: FEE_BASIS_POINTS,
      maxPayoutMultiple: BigInt(options.maxPayoutMultiple),
    },
  })
  return {
    prediction: prediction.address,
    oracle: feed.address,
    startBlock: Number(feed.blockNumber),
  }
}

/** Defines the chain for viem, whose `bsc` has a Multicall3 block far above a local chain's height. */
export function localChain(chainId: number, rpcUrl: string) {
  return defineChain({
    id: chainId,
    name: 'Bullring local chain',
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
    contracts: { multicall3: { address: MULTICALL3, blockCreated: 0 } },
  })
}
