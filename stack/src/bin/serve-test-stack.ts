import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { buildFrame, webRoot } from '../build.ts'
import { startTemporaryPostgres } from '../database/temporary-postgres.ts'
import { serviceVariables } from '../settings.ts'
import { startTestStack, type TestStack } from '../testing/start-test-stack.ts'

/**
 * Runs the stack of the browser tests, which control time, prices and wallets themselves. Writes its
 * addresses to the file TEST_STACK_FILE.
 */

/** As on the public chains. */
const STRIKE_DELAY_SECONDS = 10

const write = (text: string) => process.stdout.write(`${text}\n`)
// Registered before anything starts, so that a signal during startup also shuts down in order.
const stopped = new Promise<void>((resolve) => {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => resolve())
  // A killed test run sends no signal: stop when the parent process is gone.
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) resolve()
  }, 1_000)
})

async function run(): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  const hasEmbeddedWallet = process.env['TEST_EMBEDDED_WALLET'] === 'true'
  if (hasEmbeddedWallet) await buildFrame()
  const postgres = await startTemporaryPostgres({ isDurable: false })
  cleanup.defer(postgres.stop)
  const stack = await startTestStack({
    postgresUrl: postgres.adminUrl,
    roundSeconds: Number(process.env['ROUND_SECONDS'] ?? 60),
    strikeDelay: STRIKE_DELAY_SECONDS,
    playedRounds: 6,
    hasBtc: process.env['TEST_MARKETS'] === 'BNB,BTC',
    hasExchange: process.env['TEST_EXCHANGE'] === 'true',
    hasEmbeddedWallet,
    webRoot,
    port: Number(process.env['PORT']),
    variables: serviceVariables(process.env),
    onLine: write,
  })
  cleanup.defer(stack.stop)
  const { rpcUrl, market, btc, schedule, exchange } = stack.localGame
  // Bigints are not JSON.
  const withoutBigints = exchange && {
    router: exchange.router,
    factory: exchange.factory,
    wrappedCoin: exchange.wrappedCoin,
    tokens: exchange.tokens.map(({ address, symbol, decimals }) => ({ address, symbol, decimals })),
  }
  const file = process.env['TEST_STACK_FILE']
  if (file !== undefined) {
    const description = JSON.stringify({
      url: stack.url,
      rpcUrl,
      market,
      schedule,
      btc: btc?.market ?? null,
      exchange: withoutBigints,
      embeddedWallet: stack.embeddedWallet && urlsOf(stack.embeddedWallet),
    })
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, description)
  }
  await stopped
}

/** Without the processes, which are no JSON. */
function urlsOf(wallet: NonNullable<TestStack['embeddedWallet']>): object {
  const { url, vaultUrl, vaultDatabaseUrl, inboxUrl } = wallet
  return { url, vaultUrl, vaultDatabaseUrl, inboxUrl }
}

try {
  await run()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
  process.exitCode = 1
}
process.exit()
