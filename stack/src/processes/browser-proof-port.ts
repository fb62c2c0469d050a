import { randomInt } from 'node:crypto'
import type { NodeAddress } from '../chain/guard-node.ts'
import { portProblem } from './free-port.ts'

/**
 * Ports that no browser connects to, neither by HTTP nor by WebSocket (Fetch standard, "port blocking"); those
 * that need no privileges.
 */
const BLOCKED_PORTS: readonly number[] = [
  1_719, 1_720, 1_723, 2_049, 3_659, 4_045, 5_060, 5_061, 6_000, 6_566, 6_665, 6_666, 6_667, 6_668,
  6_669, 6_697, 10_080,
]

/**
 * Finds a free loopback address that web pages cannot reach.
 *
 * @returns Null when all such ports are taken.
 */
export async function browserProofAddress(): Promise<NodeAddress | null> {
  const host = loopbackHost()
  const first = randomInt(BLOCKED_PORTS.length)
  const ports = [...BLOCKED_PORTS.slice(first), ...BLOCKED_PORTS.slice(0, first)]
  for (const port of ports) {
    if ((await portProblem(host, port)) === null) return { host, port }
  }
  return null
}

/** Linux serves all of 127.0.0.0/8, so that any number of nodes find a port. */
function loopbackHost(): string {
  if (process.platform !== 'linux') return '127.0.0.1'
  return `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`
}
