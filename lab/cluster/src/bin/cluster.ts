// Runs a whole cluster on this machine until Ctrl-C: `npm run cluster`. See docs/cluster.md.
import { StackError } from '@bullring/stack/errors'
import { textProgress } from '@bullring/stack/progress'
import { type LocalCluster, startLocalCluster } from '../local-cluster.ts'

const write = (text: string) => process.stdout.write(`${text}\n`)
const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
  process.on(name, () => stopping.abort())
}
process.stdout.on('error', () => stopping.abort())

async function start(): Promise<LocalCluster | null> {
  try {
    const args = process.argv.slice(2)
    return await startLocalCluster(process.env, args, textProgress(write), stopping.signal)
  } catch (error) {
    if (stopping.signal.aborted) return null
    process.stderr.write(
      `\n✗ ${error instanceof StackError ? error.message : (error as Error).stack}\n`,
    )
    process.exitCode = 1
    return null
  }
}

const cluster = await start()
if (cluster !== null) {
  write(`\nready ${cluster.url}\n`)
  for (const { name, url } of cluster.parts) write(`  ${name.padEnd(9)} ${url}`)
  write('\nPress Enter for a fail-over of the database, Ctrl-C to stop.')
  process.stdin.on('data', () => void cluster.failOver())
  const { promise: stopped, resolve } = Promise.withResolvers<void>()
  if (stopping.signal.aborted) resolve()
  stopping.signal.addEventListener('abort', () => resolve())
  await stopped
  write('\nstopping …')
  await cluster.stop()
  write('stopped')
}
process.exit()
