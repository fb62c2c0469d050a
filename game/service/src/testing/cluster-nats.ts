import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPorts } from '@bullring/cluster/processes/find-ports'
import { type NatsUser, natsUrl, startNats } from '@bullring/cluster/programs/start-nats'
import { NATS_PROGRAM } from '@bullring/stack/testing/nats-server'
import { jetstreamManager } from '@nats-io/jetstream'
import { vi } from 'vitest'
import { openNats } from '../stream/nats/nats.ts'

/** Starts three servers with `ops/cluster/nats-cluster.conf`: with the users of a cluster. */
export async function startClusterNats() {
  if (NATS_PROGRAM === null) throw new Error('nats-server is not installed.')
  const folder = await mkdtemp(join(tmpdir(), 'bullring-nats-'))
  const program = NATS_PROGRAM
  const ports = await findPorts(6)
  const servers = [0, 2, 4].map((at) => ({ port: ports[at] ?? 0, routePort: ports[at + 1] ?? 0 }))
  const password = 'test'
  const children = await Promise.all(
    servers.map((_, index) => startNats({ program, folder, servers, index, password })),
  )
  const urlsOf = (user: NatsUser) =>
    servers.map(({ port }) => natsUrl(user, { host: '127.0.0.1', port }, password))
  await untilJoined(urlsOf('index'))
  const stop = async () => {
    await Promise.all(children.map((child) => child.stop()))
    await rm(folder, { recursive: true, force: true })
  }
  return { urlsOf, children, stop }
}

/** Waits until the servers have found one another: before, they keep no stream together. */
async function untilJoined(urls: readonly string[]): Promise<void> {
  const nats = openNats(urls)
  const connection = await nats.connection()
  const keepStream = async () => {
    const { streams } = await jetstreamManager(connection, { timeout: 1_000 })
    await streams.add({ name: 'probe', subjects: ['probe'], num_replicas: urls.length })
    await streams.delete('probe')
  }
  await vi.waitFor(keepStream, { timeout: 60_000 })
  await nats.close()
}
