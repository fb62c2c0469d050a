// Deploys a market to the chain set in the environment. Without --send it only checks and prints the plan.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { addressFileOf } from '../deploy/address-file.ts'
import { deployMarket } from '../deploy/deploy-market.ts'
import { readMarketPlan } from '../deploy/market-plan.ts'

/** Compiles the contracts if their sources changed. */
function compile(): void {
  const scripts = import.meta.dirname
  execFileSync(process.execPath, [join(scripts, 'forge.ts'), 'build', 'contracts/src'], {
    cwd: join(scripts, '../..'),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

try {
  const plan = readMarketPlan(process.env)
  compile()
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
