import type { Limit } from './take-allowance.ts'

/**
 * The callers of an IPv6 /48 share this many times the limit of one: a site gets a /48 for the asking (RFC 6177), and a
 * mobile provider has many customers in one.
 */
const NETWORK_FACTOR = 8

/** Address as `clientIp` returns it for IPv6. Its first three groups are the /48. */
const IPV6_CALLER = /^((?:[\da-f]{1,4}:){3})[\da-f]{1,4}::$/

/** Key that a caller is counted by, and the multiple of one caller's limit that applies to it. */
export type CountedNetwork = { key: string; factor: number }

/** Returns the keys that a caller is counted by: itself and, with IPv6, its /48. Each has to have room. */
export function networksOf(caller: string): readonly CountedNetwork[] {
  const own = { key: caller, factor: 1 }
  const network = networkOf(caller)
  return network === null ? [own] : [own, { key: network, factor: NETWORK_FACTOR }]
}

/** Returns the /48 of a caller with IPv6, else null. */
export function networkOf(caller: string): string | null {
  const groups = IPV6_CALLER.exec(caller)?.[1]
  return groups === undefined ? null : `${groups}:/48`
}

/** Returns a caller's limit, and the limit of the caller's network. */
export function limitsOfCaller<limit extends Limit>(limit: limit): limit[] {
  return networksOf(limit.key).map(({ key, factor }) => ({
    ...limit,
    key,
    windows: limit.windows.map(({ seconds, max }) => ({ seconds, max: max * factor })),
  }))
}
