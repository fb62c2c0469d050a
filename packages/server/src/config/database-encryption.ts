import { isLoopbackHost } from '../http/site-hosts.ts'

/** What PostgreSQL's clients take for `sslmode`. */
const MODES: ReadonlySet<string> = new Set([
  'disable',
  'no-verify',
  'prefer',
  'require',
  'verify-ca',
  'verify-full',
])

/**
 * Returns whether the URL of a PostgreSQL database says how the connection is protected. A database of this machine needs no
 * word; for another host, `sslmode` must be there, `disable` included: passwords, shares of keys and hashes of tokens would
 * otherwise cross a network in clear without anybody having decided it.
 */
export function saysEncryption(url: string): boolean {
  const parsed = URL.parse(url)
  // A Unix socket.
  if (parsed === null || parsed.host === '' || isLoopbackHost(parsed.host)) return true
  return MODES.has(parsed.searchParams.get('sslmode') ?? '')
}
