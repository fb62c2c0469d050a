import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startChild } from '../processes/child.ts'

/** Starts the baseline of benchmarks: a bare node:http server, as a separate process. */
export async function startBareServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const bare = startChild({
    name: 'the bare server',
    command: process.execPath,
    args: [fileURLToPath(new URL('./bare-server.ts', import.meta.url))],
    withIpc: true,
  })
  const [{ url }] = (await once(bare.process, 'message')) as [{ url: string }]
  return { url, stop: () => bare.stop(0) }
}
