import { formatUnits } from '@bullring/prediction/decimal'
import { productBuild } from '@bullring/server/product-build'
import type { Address, Hex } from 'viem'
import { createWalletClient, getAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import {
  checkAddressFolder,
  type DeployedMarket,
  readDeployedMarket,
  writeDeployedMarket,
} from './address-file.ts'
import { readArtifact } from './artifact.ts'
import { checkFeed } from './check-feed.ts'
import { connectNode, type NodeConnection } from './connect-node.ts'
import type { Deployment } from './deploy-contract.ts'
import { deployPrediction, type PredictionSettings } from './deploy-prediction.ts'
import { deploymentCost } from './deployment-cost.ts'
import { type MarketPlan, PRESET_SYMBOL } from './market-plan.ts'
import { InvalidPlanError } from './plan-variables.ts'
import { deploySessionModule, sessionModuleCost } from './session-module.ts'
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
 * Checks chain and feed, deploys the module for session keys where it is missing and a market, verifies the market and
 * writes its addresses.
 *
 * @returns The address, null for a dry run.
 * @throws {InvalidPlanError} when the plan does not fit the node, or the key is missing.
 * @throws {UnfitFeedError} when the game cannot use the price feed.
 * @throws {InvalidAddressFileError} when its address file cannot be read or written.
 * @throws {UnverifiedMarketError} when the deployed market differs from the plan.
 */
export async function deployMarket(options: DeployOptions): Promise<Address | null> {
  const { plan, isSending, print } = options
  const connection = await connectNode({ ...plan, coin: 'BNB' })
  const { publicClient } = connection
  const { oracle, maxOracleDelay, intervalSeconds } = plan.settings
  const feed = await checkFeed(publicClient, {
    oracle,
    chainId: plan.chainId,
    description: plan.feedDescription,
    maxAgeSeconds: maxOracleDelay,
  })
  const { timestamp } = await publicClient.getBlock()
  const nextInterval = (timestamp / intervalSeconds + 1n) * intervalSeconds
  const settings = { ...plan.settings, genesisTimestamp: plan.genesisTimestamp ?? nextInterval }
  for (const line of summary(plan, settings)) print(line)
  print(
    `feed             ${feed.description}, $${formatUnits(feed.price, 8)}, ${feed.ageSeconds} s old`,
  )
  const payer = plan.deployerKey === null ? settings.owner : privateKeyToAccount(plan.deployerKey)
  print(
    `cost             ${await deploymentCost(publicClient, payer, { name: 'Prediction', args: [settings], coin: 'BNB' })}`,
  )
  const moduleCost = await sessionModuleCost(publicClient, payer)
  if (moduleCost !== null) print(`session module   ${moduleCost}, deployed first`)
  if (!isSending) {
    print('dry run: nothing was sent. Add --send to deploy.')
    return null
  }
  return await send(options, connection, settings)
}

/** Deploys, writes the addresses and verifies. */
async function send(
  { plan, addressFile, print }: DeployOptions,
  { chain, transport, publicClient }: NodeConnection,
  settings: PredictionSettings,
): Promise<Address> {
  if (plan.deployerKey === null) throw new InvalidPlanError('Set DEPLOYER_PRIVATE_KEY to deploy.')
  const known = await readDeployedMarket(addressFile)
  if (known !== null) {
    throw new InvalidPlanError(
      `${addressFile.pathname} names the market ${known.prediction} already. Move the file away to deploy another.`,
    )
  }
  await checkAddressFolder(addressFile)
  const account = privateKeyToAccount(plan.deployerKey)
  const walletClient = createWalletClient({ account, chain, transport })
  const onSent = (hash: Hex) => print(`transaction      ${hash}, waiting for its receipt`)
  // First: it can be repeated, and later markets find it.
  const sessions = await deploySessionModule({ walletClient, publicClient, onSent })
  print(`session module   ${sessions.address}${sessions.isNew ? ', deployed' : ''}`)
  const deployment = await deployPrediction({ walletClient, publicClient, onSent, settings })
  const market = describe(plan.chainId, deployment, settings)
  const address = market.prediction
  // Written before anything else can fail: the contract exists and was paid for.
  await writeDeployedMarket(addressFile, { ...market, verified: false })
  const differences = await verifyMarket(publicClient, address, settings)
  if (differences.length > 0) {
    throw new UnverifiedMarketError(
      `The market at ${address} differs from the plan: ${differences.join('; ')}.`,
    )
  }
  await writeDeployedMarket(addressFile, market)
  print(`deployed         ${address} in block ${market.startBlock}, verified`)
  if (plan.explorerUrl !== null) print(`explorer         ${plan.explorerUrl}/address/${address}`)
  print(`start it with    ${startCommand(plan, market)}`)
  return address
}

/** A market of another symbol than the default one is served beside others. */
function startCommand({ chainId, symbol }: MarketPlan, market: DeployedMarket): string {
  const entry = `${symbol}=${market.prediction}@${market.startBlock}`
  const markets = symbol === PRESET_SYMBOL ? '' : `GAME_MARKETS=BNB=0x...@...,${entry} `
  return `CHAIN_ID=${chainId} RPC_URL=... ${markets}npm start`
}

function summary(plan: MarketPlan, settings: PredictionSettings): readonly string[] {
  const { minBetAmount, treasuryFee } = settings
  return [
    `chain            ${plan.chainId}, ${plan.chainName}`,
    `market           ${plan.symbol}`,
    `owner            ${settings.owner}`,
    `oracle           ${settings.oracle}`,
    `round            ${settings.intervalSeconds} s`,
    `round 1 starts   ${new Date(Number(settings.genesisTimestamp) * 1_000).toISOString()}`,
    `strike           first oracle answer from ${settings.strikeDelay} s after the lock`,
    `oracle may be    ${settings.maxOracleDelay} s late; later answers refund the round`,
    `settled within   ${settings.settlementWindow} s, else the round is refunded`,
    `minimum bet      ${formatUnits(minBetAmount, 18)} BNB`,
    `fee              ${Number(treasuryFee) / 100} % of decided rounds`,
    `largest payout   ${largestPayout(settings)}`,
  ]
}

function largestPayout({ maxPayoutMultiple }: PredictionSettings): string {
  if (maxPayoutMultiple === 0n) return 'unlimited'
  return `${Number(maxPayoutMultiple) / 100} times the stake; the rest of the losing side is returned`
}

function describe(
  chainId: number,
  { address, blockNumber, transactionHash }: Deployment,
  settings: PredictionSettings,
): DeployedMarket {
  const { oracle, owner, ...numbers } = settings
  return {
    chainId,
    prediction: getAddress(address),
    startBlock: Number(blockNumber),
    transaction: transactionHash,
    settings: {
      oracle,
      owner,
      ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, `${value}`])),
    },
    compiler: readArtifact('Prediction').compiler,
    commit: productBuild().commit,
    verified: true,
  }
}
