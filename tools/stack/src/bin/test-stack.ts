import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { webRoot } from '../build.ts'
import { startPostgres } from '../database/postgres.ts'
import { startTestStack } from '../test/test-stack.ts'

/**
 * The stack of the browser tests: they move time, prices and wallets themselves. Writes what they need
 * to know to the file TEST_STACK_FILE.
 */

const folder = await mkdtemp(join(tmpdir(), 'bullring-e2e-'))
await chmod(folder, 0o711)
const postgres = await startPostgres({
  folder: join(folder, 'postgres'),
  password: 'test',
  isDurable: false,
})
const stack = await startTestStack({
  postgresUrl: postgres.adminUrl,
  roundSeconds: Number(process.env['ROUND_SECONDS'] ?? 60),
  playedRounds: 6,
  webRoot,
  port: Number(process.env['PORT']),
  onLine: (line) => process.stdout.write(`${line}\n`),
})
const { rpcUrl, market, schedule } = stack.world
const file = process.env['TEST_STACK_FILE']
if (file !== undefined) await writeFile(file, JSON.stringify({ rpcUrl, market, schedule }))

let isStopping = false
async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  await stack.stop()
  await postgres.child.stop()
  await rm(folder, { recursive: true, force: true })
  process.exit()
}
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, stop)
// A killed test run does not say goodbye: its stack ends with it all the same.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) void stop()
}, 1_000)
