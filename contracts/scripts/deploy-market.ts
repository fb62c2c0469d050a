// Deploys a market to the chain set in the environment. Without --send it only checks and prints the plan.
import { addressFileOf } from '../deploy/address-file.ts'
import { deployMarket } from '../deploy/deploy-market.ts'
import { readMarketPlan } from '../deploy/market-plan.ts'

try {
  const plan = readMarketPlan(process.env)
  await deployMarket({
    plan,
    isSending: process.argv.includes('--send'),
    addressFile: addressFileOf(plan.chainId, process.env['MARKET_FILE'] || undefined),
    print: (line) => process.stdout.write(`${line}\n`),
  })
} catch (error) {
  process.stderr.write(`✗ ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
