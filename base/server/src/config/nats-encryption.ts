import { isLoopbackHost } from '../http/server/site-hosts.ts'

/** Says why {@link saysNatsEncryption} refuses a URL. */
export const NEEDS_TLS =
  'must say how the connection to another host is encrypted: tls://, or nats://…?tls=disable on a private network'

/**
 * Returns whether the URL of a NATS server says how the connection is encrypted. A server on this machine needs nothing; one
 * on another host needs `tls://`, or the word that it goes without, so that passwords and messages cross no network
 * unencrypted by accident.
 */
export function saysNatsEncryption(url: string): boolean {
  const parsed = URL.parse(url)
  // Reported as no URL.
  if (parsed === null || isLoopbackHost(parsed.host)) return true
  return parsed.protocol === 'tls:' || parsed.searchParams.get('tls') === 'disable'
}
