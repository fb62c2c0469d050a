import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from '../processes/child.ts'
import { findProgram } from '../processes/find-program.ts'

/** The program of a NATS server; null when none is installed (`apt-get install nats-server`). */
export const NATS_PROGRAM = findProgram('nats-server')

const LISTENING = /Listening for client connections on (\S+)/

/** A server of a test. */
export type NatsServer = { url: string; pid: number; stop: () => Promise<void> }

/**
 * Starts a NATS server with JetStream, whose files are removed when it stops.
 *
 * @param port - By default, a free one.
 * @param fileBytes - Storage of JetStream; by default, what the disk has.
 */
export async function startNatsServer({
  port = -1,
  fileBytes,
}: {
  port?: number
  fileBytes?: number
} = {}): Promise<NatsServer> {
  if (NATS_PROGRAM === null) throw new Error('nats-server is not installed.')
  const folder = await mkdtemp(join(tmpdir(), 'bullring-nats-'))
  const limit = fileBytes === undefined ? '' : `, max_file_store: ${fileBytes}`
  const config = join(folder, 'nats.conf')
  await writeFile(config, `jetstream { store_dir: ${JSON.stringify(folder)}${limit} }`)
  const { promise: listening, resolve } = Promise.withResolvers<string>()
  const child = startChild({
    name: 'nats-server',
    command: NATS_PROGRAM,
    args: ['-c', config, '-a', '127.0.0.1', '-p', `${port}`],
    onLine: (line) => {
      const [, address] = LISTENING.exec(line) ?? []
      if (address !== undefined) resolve(address)
    },
  })
  const stop = async () => {
    await child.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const address = await Promise.race([listening, child.exited.then(() => null)])
  if (address !== null) return { url: `nats://${address}`, pid: child.pid, stop }
  await stop()
  throw new Error(child.lastOutput())
}
