import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Child, startChild } from '@bullring/stack/processes/child'
import type { Address } from '../fault-proxy.ts'
import { renderConfig } from './render-config.ts'
import { untilListening } from './until-listening.ts'

/** Users in `ops/cluster/nats.conf`. */
export type NatsUser = 'index' | 'node' | 'relay'

/** Ports of a server on 127.0.0.1: of clients, and of the other servers. */
export type NatsPorts = { port: number; routePort: number }

/** Starts one of the NATS servers of a cluster, with `ops/cluster/nats-cluster.conf`. Most requests need two of three. */
export async function startNats(options: {
  program: string
  folder: string
  servers: readonly NatsPorts[]
  /** Place of this one in `servers`. */
  index: number
  /** Password of all users, in letters and digits. */
  password: string
}): Promise<Child> {
  const { program, folder, servers, index } = options
  const own = servers[index]
  if (own === undefined) throw new RangeError(`There is no server ${index}`)
  const name = `nats${index + 1}`
  const store = join(folder, name)
  await mkdir(store, { recursive: true })
  const config = join(folder, `${name}.conf`)
  await renderConfig('nats.conf', join(folder, `${name}-users.conf`), {
    // Another free port for each cluster.
    'http: "127.0.0.1:8222"': 'http: "127.0.0.1:-1"',
    '/var/lib/nats': store,
  })
  await renderConfig('nats-cluster.conf', config, {
    'include "nats.conf"': `include "${name}-users.conf"`,
    'server_name: nats1': `server_name: ${name}`,
    'listen: 10.0.0.41:4222': `listen: 127.0.0.1:${own.port}`,
    'listen: 10.0.0.41:6222': `listen: 127.0.0.1:${own.routePort}`,
    ...Object.fromEntries(
      servers.map(({ routePort }, place) => [
        `@10.0.0.4${place + 1}:6222`,
        `@127.0.0.1:${routePort}`,
      ]),
    ),
    'change-me': passwordOf(options),
  })
  const password = passwordOf(options)
  const env = {
    NATS_INDEX_PASSWORD: password,
    NATS_NODE_PASSWORD: password,
    NATS_RELAY_PASSWORD: password,
  }
  const child = startChild({ name, command: program, args: ['-c', config], env })
  return await untilListening(child, own.port)
}

/** Returns the URL of a server that `startNats` has started, for a user. */
export function natsUrl(user: NatsUser, { host, port }: Address, password: string): string {
  return `nats://${user}:${passwordOf({ password })}@${host}:${port}`
}

/** The server reads a word that begins with a digit as a number. */
function passwordOf({ password }: { password: string }): string {
  return `p${password}`
}
