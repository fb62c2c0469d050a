// Deploys a market to the chain set in the environment. Without --send it only checks and prints the plan.
import { deployMarket } from '../deploy/deploy-market.ts'
import { readMarketPlan } from '../deploy/market-plan.ts'

try {
  const plan = readMarketPlan(process.env)
  await deployMarket({
    plan,
    isSending: process.argv.includes('--send'),
    addressFile: new URL(`../addresses/${plan.chainId}.json`, import.meta.url),
    print: (line) => process.stdout.write(`${line}\n`),
  })
} catch (error) {
  process.stderr.write(`✗ ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
