import { spawnSync } from 'node:child_process'

/** Programs that Debian packages under the same name. */
export type Program =
  | 'caddy'
  | 'haproxy'
  | 'nats-server'
  | 'nginx'
  | 'prometheus'
  | 'promtool'
  | 'systemd-analyze'

/** Returns the path of a program; null when it is not installed. */
export function findProgram(name: Program): string | null {
  // Debian installs servers where the search path of users does not lead.
  const command = `PATH=$PATH:/usr/sbin command -v ${name}`
  return spawnSync('sh', ['-c', command], { encoding: 'utf8' }).stdout.trim() || null
}
