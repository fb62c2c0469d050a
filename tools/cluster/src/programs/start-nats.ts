import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Child, startChild } from '@bullring/stack/processes/child'
import { renderConfig } from './render-config.ts'
import { untilListening } from './until-listening.ts'

/** Starts a NATS server with JetStream and `ops/cluster/nats.conf`. */
export async function startNats(options: {
  program: string
  folder: string
  port: number
}): Promise<Child> {
  const { program, folder, port } = options
  const store = join(folder, 'nats')
  await mkdir(store, { recursive: true })
  const config = join(folder, 'nats.conf')
  await renderConfig('nats.conf', config, {
    '0.0.0.0:4222': `127.0.0.1:${port}`,
    '/var/lib/nats': store,
  })
  const child = startChild({ name: 'nats-server', command: program, args: ['-c', config] })
  return await untilListening(child, port)
}
