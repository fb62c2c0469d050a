import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Child, startChild } from '@bullring/stack/processes/child'
import { renderConfig } from './render-config.ts'
import { untilListening } from './until-listening.ts'

/** Users in `ops/cluster/nats.conf`. */
export type NatsUser = 'index' | 'node' | 'relay'

/** Starts a NATS server with JetStream and `ops/cluster/nats.conf`. */
export async function startNats(options: {
  program: string
  folder: string
  port: number
  /** Password of all users, in letters and digits. */
  password: string
}): Promise<Child> {
  const { program, folder, port } = options
  const store = join(folder, 'nats')
  await mkdir(store, { recursive: true })
  const config = join(folder, 'nats.conf')
  await renderConfig('nats.conf', config, {
    '0.0.0.0:4222': `127.0.0.1:${port}`,
    // Another free port for each cluster.
    'http: "127.0.0.1:8222"': 'http: "127.0.0.1:-1"',
    '/var/lib/nats': store,
  })
  const password = passwordOf(options)
  const env = {
    NATS_INDEX_PASSWORD: password,
    NATS_NODE_PASSWORD: password,
    NATS_RELAY_PASSWORD: password,
  }
  const child = startChild({ name: 'nats-server', command: program, args: ['-c', config], env })
  return await untilListening(child, port)
}

/** Returns the URL of a server that `startNats` has started, for a user. */
export function natsUrl(
  user: NatsUser,
  { host, port, password }: { host: string; port: number; password: string },
): string {
  return `nats://${user}:${passwordOf({ password })}@${host}:${port}`
}

/** The server reads a word that begins with a digit as a number. */
function passwordOf({ password }: { password: string }): string {
  return `p${password}`
}
