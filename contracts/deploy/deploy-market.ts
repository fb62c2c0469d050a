import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { formatUnits } from '@bullring/prediction/decimal'
import type { Address, PublicClient } from 'viem'
import { createPublicClient, createWalletClient, defineChain, encodeDeployData, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { readArtifact } from './artifact.ts'
import { checkFeed } from './check-feed.ts'
import { deployPrediction, type PredictionSettings } from './deploy-prediction.ts'
import { InvalidPlanError, type MarketPlan } from './market-plan.ts'
import { verifyMarket } from './verify-market.ts'

export type DeployOptions = {
  plan: MarketPlan
  /** False only checks, estimates and tells. */
  isSending: boolean
  /** Where the addresses go, such as addresses/56.json. */
  addressFile: URL
  say: (line: string) => void
}

/** The market is on the chain but is not what was planned. */
export class UnverifiedMarketError extends Error {
  override readonly name = 'UnverifiedMarketError'
}

/**
 * Deploys a market after checking chain and feed, reads it back, writes its addresses.
 *
 * @returns its address, null for a dry run.
 * @throws {InvalidPlanError} {@link UnfitFeedError} {@link UnverifiedMarketError}
 */
export async function deployMarket(options: DeployOptions): Promise<Address | null> {
  const { plan, isSending, say } = options
  const chain = defineChain({
    id: plan.chainId,
    name: plan.chainName,
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    rpcUrls: { default: { http: [plan.rpcUrl] } },
  })
  const transport = http(plan.rpcUrl, { timeout: 20_000, retryCount: 3 })
  const publicClient = createPublicClient({ chain, transport })
  const nodeChainId = await publicClient.getChainId()
  if (nodeChainId !== plan.chainId) {
    throw new InvalidPlanError(
      `The node at RPC_URL is of chain ${nodeChainId}, not ${plan.chainId}.`,
    )
  }
  const { oracle, maxOracleDelay, intervalSeconds } = plan.settings
  const feed = await checkFeed(publicClient, {
    oracle,
    chainId: plan.chainId,
    maxAgeSeconds: maxOracleDelay,
  })
  const { timestamp } = await publicClient.getBlock()
  const nextInterval = (timestamp / intervalSeconds + 1n) * intervalSeconds
  const settings = { ...plan.settings, genesisTimestamp: plan.genesisTimestamp ?? nextInterval }
  for (const line of summary(plan, settings)) say(line)
  say(`feed now         $${formatUnits(feed.price, 8)}, ${feed.ageSeconds} s old`)
  say(`cost             ${await estimate(publicClient, plan, settings)}`)
  if (!isSending) {
    say('dry run: nothing was sent. Add --send to deploy.')
    return null
  }
  if (plan.deployerKey === null) throw new InvalidPlanError('Set DEPLOYER_PRIVATE_KEY to deploy.')
  const account = privateKeyToAccount(plan.deployerKey)
  const walletClient = createWalletClient({ account, chain, transport })
  const { address, blockNumber } = await deployPrediction({ walletClient, publicClient, settings })
  const differences = await verifyMarket(publicClient, address, settings)
  if (differences.length > 0) {
    throw new UnverifiedMarketError(`The market at ${address}: ${differences.join('; ')}.`)
  }
  await writeAddresses(options.addressFile, plan, address, blockNumber)
  say(`deployed         ${address} in block ${blockNumber}, read back and found as planned`)
  if (plan.explorerUrl !== null) say(`explorer         ${plan.explorerUrl}/address/${address}`)
  return address
}

function summary(plan: MarketPlan, settings: PredictionSettings): readonly string[] {
  const { minBetAmount, treasuryFee } = settings
  return [
    `chain            ${plan.chainId}, ${plan.chainName}`,
    `owner            ${settings.owner}`,
    `oracle           ${settings.oracle}`,
    `round            ${settings.intervalSeconds} s`,
    `round 1 starts   ${new Date(Number(settings.genesisTimestamp) * 1_000).toISOString()}`,
    `oracle may be    ${settings.maxOracleDelay} s late, then stakes come back`,
    `settling within  ${settings.settlementWindow} s, then stakes come back`,
    `smallest bet     ${formatUnits(minBetAmount, 18)} BNB`,
    `fee              ${Number(treasuryFee) / 100} % of decided rounds`,
  ]
}

async function estimate(
  client: PublicClient,
  plan: MarketPlan,
  settings: PredictionSettings,
): Promise<string> {
  const { abi, bytecode } = readArtifact('Prediction')
  const account = plan.deployerKey === null ? settings.owner : privateKeyToAccount(plan.deployerKey)
  const data = encodeDeployData({ abi, bytecode, args: [settings] })
  const [gas, gasPrice] = await Promise.all([
    client.estimateGas({ account, data }),
    client.getGasPrice(),
  ])
  return `about ${formatUnits(gas * gasPrice, 18)} BNB (${gas} gas)`
}

async function writeAddresses(
  file: URL,
  { chainId, settings }: MarketPlan,
  prediction: Address,
  startBlock: bigint,
): Promise<void> {
  const { oracle } = settings
  const content = { chainId, prediction, oracle, startBlock: Number(startBlock) }
  await mkdir(dirname(file.pathname), { recursive: true })
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`)
}
