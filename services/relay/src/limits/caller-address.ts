import type { IncomingMessage } from 'node:http'
import { callerIp } from '@bullring/server/http/client-ip'

/** Stands for programs on this machine. No header can name it: `callerIp` returns IP addresses. */
const THIS_MACHINE = 'this machine'

/**
 * Returns the address for which a request counts. Programs on this machine connect themselves: a request that names
 * an address of this machine in X-Forwarded-For comes from anywhere.
 *
 * @param proxies - Number of proxies in front.
 */
export function callerAddress(request: IncomingMessage, proxies: number): string {
  const isForwarded = request.headers['x-forwarded-for'] !== undefined
  const isLocal = !isForwarded && isLoopback(request.socket.remoteAddress ?? '')
  return isLocal ? THIS_MACHINE : callerIp(request, proxies)
}

/** Returns whether an address of `callerAddress` is this machine, which no limit per address applies to. */
export function isThisMachine(address: string): boolean {
  return address === THIS_MACHINE
}

function isLoopback(remote: string): boolean {
  return remote === '::1' || remote.replace(/^::ffff:/i, '').startsWith('127.')
}
