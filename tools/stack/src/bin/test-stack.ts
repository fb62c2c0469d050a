import { writeFile } from 'node:fs/promises'
import { webRoot } from '../build.ts'
import { startTemporaryPostgres } from '../database/temporary-postgres.ts'
import { serviceVariables } from '../settings.ts'
import { startTestStack } from '../testing/test-stack.ts'

/**
 * The stack of the browser tests: they move time, prices and wallets themselves. Writes what they need
 * to know to the file TEST_STACK_FILE.
 */

const write = (text: string) => process.stdout.write(`${text}\n`)
// From the first moment on: asked to end while it starts, it ends in order all the same.
const stopped = new Promise<void>((resolve) => {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => resolve())
  // A killed test run does not say goodbye: its stack ends with it all the same.
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) resolve()
  }, 1_000)
})

async function run(): Promise<void> {
  await using parts = new AsyncDisposableStack()
  const postgres = await startTemporaryPostgres({ isDurable: false })
  parts.defer(postgres.stop)
  const stack = await startTestStack({
    postgresUrl: postgres.adminUrl,
    roundSeconds: Number(process.env['ROUND_SECONDS'] ?? 60),
    playedRounds: 6,
    webRoot,
    port: Number(process.env['PORT']),
    variables: serviceVariables(process.env),
    onLine: write,
  })
  parts.defer(stack.stop)
  const { rpcUrl, market, schedule } = stack.world
  const file = process.env['TEST_STACK_FILE']
  if (file !== undefined) await writeFile(file, JSON.stringify({ rpcUrl, market, schedule }))
  await stopped
}

try {
  await run()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
  process.exitCode = 1
}
process.exit()
