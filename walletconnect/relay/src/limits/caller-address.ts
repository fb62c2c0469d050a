import type { IncomingMessage } from 'node:http'
import { callerIp, isLoopback } from '@bullring/server/http/client-ip'

/** Stands for programs on this machine. No header can name it: `callerIp` returns IP addresses. */
const THIS_MACHINE = 'this machine'

/**
 * Returns the address for which a request counts. A request comes from this machine when each address on its way does: a
 * stranger who names it in X-Forwarded-For follows with another address, which a proxy appends.
 *
 * @param proxies - Number of proxies in front.
 */
export function callerAddress(request: IncomingMessage, proxies: number): string {
  const { headers, socket } = request
  const forwarded = headers['x-forwarded-for']?.toString().split(',') ?? []
  const isLocal = [...forwarded, socket.remoteAddress ?? ''].every((entry) =>
    isLoopback(entry.trim()),
  )
  return isLocal ? THIS_MACHINE : callerIp(request, proxies)
}

/** Returns whether an address of `callerAddress` is this machine, which no limit per address applies to. */
export function isThisMachine(address: string): boolean {
  return address === THIS_MACHINE
}
