// Deploys a market to the chain set in the environment. Without --send it only checks and prints the plan.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { addressFileOf } from '../deploy/address-file.ts'
import { deployMarket } from '../deploy/deploy-market.ts'
import { readMarketPlan } from '../deploy/market-plan.ts'

class UnknownArgumentError extends Error {
  override readonly name = 'UnknownArgumentError'
  constructor(argument: string) {
    super(`Unknown argument "${argument}": npm run deploy takes --send only.`)
  }
}

/** Compiles the contracts if their sources changed. */
function compile(): void {
  const scripts = import.meta.dirname
  execFileSync(process.execPath, [join(scripts, 'forge.ts'), 'build', 'contracts/src'], {
    cwd: join(scripts, '../..'),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/**
 * Returns whether to send transactions.
 *
 * @throws {UnknownArgumentError} A mistyped option must not pass unnoticed.
 */
function readArguments([argument, ...more]: readonly string[]): boolean {
  const unknown = argument === '--send' ? more[0] : argument
  if (unknown !== undefined) throw new UnknownArgumentError(unknown)
  return argument === '--send'
}

try {
  const isSending = readArguments(process.argv.slice(2))
  const plan = readMarketPlan(process.env)
  compile()
  await deployMarket({
    plan,
    isSending,
    addressFile: addressFileOf(plan.chainId, process.env['MARKET_FILE'] || undefined),
    print: (line) => process.stdout.write(`${line}\n`),
  })
} catch (error) {
  process.stderr.write(`✗ ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
