import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { LookupLimitError } from '../errors/errors.ts'

/** Finds all addresses of a name. Rejects when it has none, and when `signal` aborts. */
export type ResolveName = (hostname: string, signal: AbortSignal) => Promise<LookupAddress[]>

/** Lookups of the process at a time. More than any of its callers runs at once. */
const MAX_RUNNING = 128

/** Time limit of a whole lookup. */
const LIMIT_MS = 3_000

type ResolverOptions = {
  /** Addresses of the name servers, by default the machine's. */
  servers?: readonly string[]
  maxRunning?: number
  limitMs?: number
}

/**
 * Creates the resolver of names that strangers choose. It queries the name servers itself, without /etc/hosts: `dns.lookup`
 * uses one of the four threads that the process shares, and cannot be cancelled while a name server does not respond.
 *
 * @throws {LookupLimitError} when too many lookups are running.
 */
export function createNameResolver({
  servers,
  maxRunning = MAX_RUNNING,
  limitMs = LIMIT_MS,
}: ResolverOptions = {}): ResolveName {
  let running = 0
  return async (hostname, signal) => {
    signal.throwIfAborted()
    if (running >= maxRunning) throw new LookupLimitError()
    running += 1
    // A lost packet is sent once more, and its timeout is doubled.
    const resolver = new Resolver({ timeout: limitMs / 3, tries: 2 })
    if (servers !== undefined) resolver.setServers(servers)
    const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
    const cancel = () => resolver.cancel()
    limit.addEventListener('abort', cancel)
    try {
      return await findAddresses(resolver, hostname)
    } finally {
      limit.removeEventListener('abort', cancel)
      running -= 1
    }
  }
}

async function findAddresses(resolver: Resolver, hostname: string): Promise<LookupAddress[]> {
  const [v4, v6] = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ])
  // One of the two may fail: many names have addresses of one family only.
  if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason
  return [...withFamily(v4, 4), ...withFamily(v6, 6)]
}

function withFamily(found: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return found.status === 'rejected' ? [] : found.value.map((address) => ({ address, family }))
}
