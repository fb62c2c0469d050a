import { join } from 'node:path'
import { type Child, startChild } from '@bullring/stack/processes/child'
import { renderConfig } from './render-config.ts'
import { untilListening } from './until-listening.ts'

/** Ports of 127.0.0.1 in place of the hosts that `ops/cluster/haproxy.cfg` names. */
export type HaproxyPorts = {
  game: number
  primary: number
  /** Port at which nodes reach the wallet service, and the service's own port. */
  wallet: { port: number; service: number }
  api: readonly number[]
  stream: readonly number[]
  databases: readonly { port: number; checkPort: number }[]
}

/** Starts haproxy with `ops/cluster/haproxy.cfg`. */
export async function startHaproxy(
  program: string,
  folder: string,
  ports: HaproxyPorts,
): Promise<Child> {
  const config = join(folder, 'haproxy.cfg')
  await renderConfig('haproxy.cfg', config, replacementsFor(ports, folder))
  const child = startChild({
    name: 'haproxy',
    command: program,
    args: ['-db', '-f', config],
    // Its soft stop: open connections may finish.
    stopSignal: 'SIGUSR1',
  })
  return await untilListening(child, ports.game)
}

function replacementsFor(ports: HaproxyPorts, folder: string): Record<string, string> {
  const entries: [string, string][] = [
    // The limit of open files is lower here.
    ['maxconn 100000', 'maxconn 8000'],
    ['/run/haproxy/admin.sock', join(folder, 'haproxy.sock')],
    // Without root there is no other user.
    ['    user haproxy\n    group haproxy\n', ''],
    ['src 10.0.0.0/24', 'src 127.0.0.1'],
    ['bind :8080', `bind 127.0.0.1:${ports.game}`],
    ['bind :5000', `bind 127.0.0.1:${ports.primary}`],
    ['bind :4100', `bind 127.0.0.1:${ports.wallet.port}`],
    ['10.0.0.51:4100', `127.0.0.1:${ports.wallet.service}`],
    // One machine runs one.
    ['    server wallet2 10.0.0.52:4100 check\n', ''],
    ...ports.api.map((port, index) => nodeEntry(`10.0.0.1${index + 1}:4000`, port)),
    ...ports.stream.map((port, index) => nodeEntry(`10.0.0.2${index + 1}:4000`, port)),
    ...ports.databases.map(({ port, checkPort }, index): [string, string] => [
      `10.0.0.3${index + 1}:5432 check port 8008`,
      `127.0.0.1:${port} check port ${checkPort}`,
    ]),
  ]
  return Object.fromEntries(entries)
}

function nodeEntry(committed: string, port: number): [string, string] {
  return [committed, `127.0.0.1:${port}`]
}
