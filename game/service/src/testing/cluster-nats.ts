import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPorts } from '@bullring/cluster/processes/find-ports'
import { startNats } from '@bullring/cluster/programs/start-nats'
import { NATS_PROGRAM } from '@bullring/stack/testing/nats-server'

/** Starts a server with `ops/cluster/nats.conf`: with the users of a cluster. */
export async function startClusterNats() {
  if (NATS_PROGRAM === null) throw new Error('nats-server is not installed.')
  const folder = await mkdtemp(join(tmpdir(), 'bullring-nats-'))
  const [port = 0] = await findPorts(1)
  const password = 'test'
  const child = await startNats({ program: NATS_PROGRAM, folder, port, password })
  const stop = async () => {
    await child.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { host: '127.0.0.1', port, password, stop }
}
