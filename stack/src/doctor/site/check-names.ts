import { Resolver } from 'node:dns/promises'
import { broken, type Check, type Finding, on } from '../finding.ts'
import type { Reach } from './site-request.ts'

const TIMEOUT_MS = 4_000

/** Checks that each name has an address. */
export function checkNames(hosts: readonly string[], { nameServers }: Reach): Check {
  return {
    capability: 'names (DNS)',
    run: (signal) => Promise.all(hosts.map((host) => checkName(host, nameServers, signal))),
  }
}

async function checkName(
  host: string,
  servers: readonly string[] | null,
  signal: AbortSignal,
): Promise<Finding> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 })
  if (servers !== null) resolver.setServers(servers)
  signal.addEventListener('abort', () => resolver.cancel(), { once: true })
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  const capability = `name ${host}`
  if (addresses.length > 0) return on(capability, addresses.join(', '))
  const [first] = found
  const { code = 'ENODATA' } = first?.status === 'rejected' ? first.reason : {}
  return broken(capability, `no address (${code})`, 'the records of dns.txt')
}
