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
  /** False for a dry run: checks, estimates and prints. */
  isSending: boolean
  /** File for the addresses, such as addresses/56.json. */
  addressFile: URL
  print: (line: string) => void
}

/** The deployed market differs from the plan. */
export class UnverifiedMarketError extends Error {
  override readonly name = 'UnverifiedMarketError'
}

/**
 * Checks chain and feed, deploys a market, verifies it and writes its addresses.
 *
 * @returns The address, null for a dry run.
 * @throws {InvalidPlanError} when the plan does not fit the node, or the key is missing.
 * @throws {UnfitFeedError} when the game cannot use the price feed.
 * @throws {UnverifiedMarketError} when the deployed market differs from the plan.
 */
export async function deployMarket(options: DeployOptions): Promise<Address | null> {
  const { plan, isSending, print } = options
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
      `The node at RPC_URL serves chain ${nodeChainId}, not ${plan.chainId}. Correct RPC_URL or CHAIN_ID.`,
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
  for (const line of summary(plan, settings)) print(line)
  print(`feed now         $${formatUnits(feed.price, 8)}, ${feed.ageSeconds} s old`)
  print(`cost             ${await estimate(publicClient, plan, settings)}`)
  if (!isSending) {
    print('dry run: nothing was sent. Add --send to deploy.')
    return null
  }
  if (plan.deployerKey === null) throw new InvalidPlanError('Set DEPLOYER_PRIVATE_KEY to deploy.')
  const account = privateKeyToAccount(plan.deployerKey)
  const walletClient = createWalletClient({ account, chain, transport })
  const { address, blockNumber } = await deployPrediction({ walletClient, publicClient, settings })
  const differences = await verifyMarket(publicClient, address, settings)
  if (differences.length > 0) {
    throw new UnverifiedMarketError(
      `The market at ${address} differs from the plan: ${differences.join('; ')}.`,
    )
  }
  await writeAddresses(options.addressFile, plan, address, blockNumber)
  print(`deployed         ${address} in block ${blockNumber}, verified`)
  if (plan.explorerUrl !== null) print(`explorer         ${plan.explorerUrl}/address/${address}`)
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
    `oracle may be    ${settings.maxOracleDelay} s late; later answers refund the round`,
    `settled within   ${settings.settlementWindow} s, else the round is refunded`,
    `minimum bet      ${formatUnits(minBetAmount, 18)} BNB`,
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
