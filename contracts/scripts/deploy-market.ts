// Deploys a market to the chain set in the environment. Without --send it only checks and prints the plan.
import { addressFileOf } from '../deploy/address-file.ts'
import { deployMarket } from '../deploy/deploy-market.ts'
import { readMarketPlan } from '../deploy/market-plan.ts'
import { runDeployment } from './run-deployment.ts'

await runDeployment('deploy', () => {
  const plan = readMarketPlan(process.env)
  const addressFile = addressFileOf(plan.chainId, process.env['MARKET_FILE'] || undefined)
  return (isSending, print) => deployMarket({ plan, isSending, addressFile, print })
})
