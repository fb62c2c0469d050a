import { isLoopbackHost } from '../http/server/site-hosts.ts'

/** Values of `sslmode` in PostgreSQL's clients. */
const MODES: ReadonlySet<string> = new Set([
  'disable',
  'no-verify',
  'prefer',
  'require',
  'verify-ca',
  'verify-full',
])

/** Follows the name of the variable with a URL that {@link saysEncryption} refuses. */
export const NEEDS_SSLMODE =
  'must say how the connection to another host is encrypted: add ?sslmode=verify-full, or sslmode=disable on a private network'

/**
 * Returns whether the URL of a PostgreSQL database says how the connection is encrypted. A database on this machine needs no
 * `sslmode`; one on another host does, `disable` included, so that passwords, shares of keys and hashes of tokens cross no
 * network unencrypted by accident.
 */
export function saysEncryption(url: string): boolean {
  const parsed = URL.parse(url)
  if (parsed === null) return true
  // As the client reads it: a parameter wins over the host of the URL, and the last of several.
  const host = parsed.searchParams.getAll('host').at(-1) ?? parsed.host
  if (host === '' || isUnixSocket(host) || isLoopbackHost(host)) return true
  return MODES.has(parsed.searchParams.getAll('sslmode').at(-1) ?? '')
}

function isUnixSocket(host: string): boolean {
  return host.startsWith('/') || host.startsWith('%2F')
}
