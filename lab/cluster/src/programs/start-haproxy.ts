import { join } from 'node:path'
import { type Child, startChild } from '@bullring/stack/processes/child'
import { renderConfig } from './render-config.ts'
import { untilListening } from './until-listening.ts'

/** Ports of 127.0.0.1 in place of the hosts that `ops/cluster/haproxy.cfg` and `haproxy-node.cfg` name. */
export type HaproxyPorts = {
  game: number
  primary: number
  metrics: number
  /** Port at which nodes reach the wallet service, and the service's own port. */
  wallet: { port: number; service: number }
  api: readonly number[]
  stream: readonly number[]
  databases: readonly { port: number; checkPort: number }[]
}

/** Starts one haproxy with `ops/cluster/haproxy.cfg` and `haproxy-node.cfg`. */
export async function startHaproxy(
  program: string,
  folder: string,
  ports: HaproxyPorts,
): Promise<Child> {
  const visitors = join(folder, 'haproxy.cfg')
  const nodes = join(folder, 'haproxy-node.cfg')
  await renderConfig('haproxy.cfg', visitors, forVisitors(ports, folder))
  await renderConfig('haproxy-node.cfg', nodes, forNodes(ports))
  const child = startChild({
    name: 'haproxy',
    command: program,
    args: ['-db', '-f', visitors, '-f', nodes],
    // Its soft stop: open connections may finish.
    stopSignal: 'SIGUSR1',
  })
  return await untilListening(child, ports.game)
}

/** Without root there is no other user. */
const OTHER_USER = '    user haproxy\n    group haproxy\n'

function forVisitors(ports: HaproxyPorts, folder: string): Record<string, string> {
  const entries: [string, string][] = [
    // The limit of open files is lower here.
    ['maxconn 100000', 'maxconn 8000'],
    ['/run/haproxy/admin.sock', join(folder, 'haproxy.sock')],
    [OTHER_USER, ''],
    ['    log /dev/log local0\n', ''],
    ['    log global\n', ''],
    // Loopback needs no TLS.
    ['    bind :80\n', `    bind 127.0.0.1:${ports.game}\n`],
    ['    bind :443 ssl crt /etc/haproxy/bullring.pem alpn h2,http/1.1\n', ''],
    ['    http-request redirect scheme https code 301 unless { ssl_fc }\n', ''],
    ['bind 10.0.0.2:8404', `bind 127.0.0.1:${ports.metrics}`],
    ...ports.api.map((port, index) => nodeEntry(`10.0.0.1${index + 1}:4000`, port)),
    ...ports.stream.map((port, index) => nodeEntry(`10.0.0.2${index + 1}:4000`, port)),
  ]
  return Object.fromEntries(entries)
}

function forNodes(ports: HaproxyPorts): Record<string, string> {
  const entries: [string, string][] = [
    // Of the other file.
    [`    maxconn 4000\n${OTHER_USER}    log /dev/log local0 notice\n`, ''],
    ['    log global\n', ''],
    ['bind 127.0.0.1:5000', `bind 127.0.0.1:${ports.primary}`],
    ['bind 127.0.0.1:4100', `bind 127.0.0.1:${ports.wallet.port}`],
    ['10.0.0.51:4100', `127.0.0.1:${ports.wallet.service}`],
    // One machine runs one.
    ['    server wallet2 10.0.0.52:4100 check\n', ''],
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
