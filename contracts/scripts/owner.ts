// Prints the state of a market, or sends a transaction of its owner: `npm run owner -- status|pause|unpause|collect`.
import type { Hex } from 'viem'
import { addressFileOf, readDeployedMarket } from '../deploy/address-file.ts'
import { isOwnerCommand, OwnerCommandError, runOwnerCommand } from '../deploy/owner-actions.ts'

const USAGE = 'CHAIN_ID=... RPC_URL=... npm run owner -- status|pause|unpause|collect'

async function run(): Promise<void> {
  const [command] = process.argv.slice(2)
  const { CHAIN_ID, RPC_URL: rpcUrl, MARKET_FILE, OWNER_PRIVATE_KEY } = process.env
  const chainId = Number(CHAIN_ID)
  if (!isOwnerCommand(command) || !Number.isInteger(chainId) || !rpcUrl) {
    throw new OwnerCommandError(`Usage: ${USAGE}`)
  }
  const file = addressFileOf(chainId, MARKET_FILE || undefined)
  const market = await readDeployedMarket(file)
  if (market === null) throw new OwnerCommandError(`There is no market in ${file.pathname}.`)
  await runOwnerCommand({
    command,
    chainId,
    // The nodes of a service are a list, the preferred one first.
    rpcUrl: rpcUrl.split(',')[0] ?? rpcUrl,
    prediction: market.prediction,
    ownerKey: (OWNER_PRIVATE_KEY || null) as Hex | null,
    print: (line) => process.stdout.write(`${line}\n`),
  })
}

try {
  await run()
} catch (error) {
  process.stderr.write(`✗ ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
