import { requirePublicTarget } from '@bullring/server/http/guarded-fetch'
import { isLoopbackHost } from '@bullring/server/http/site-hosts'

/** `isConfigured` as in `GuardedOptions`: the target may be local and without TLS. */
type WebhookTarget = { url: URL; isConfigured: boolean }

/**
 * Returns the target of a webhook, or null when nothing may be sent there, as far as its text tells: names are resolved and
 * checked with each request.
 *
 * @param allowsLoopback - Whether addresses of this machine are targets, too.
 */
export function webhookTarget(text: string, allowsLoopback: boolean): WebhookTarget | null {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return null
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:'
  if (allowsLoopback && isHttp && isLoopbackHost(url.host)) return { url, isConfigured: true }
  // The default port is not named.
  if (url.port !== '') return null
  try {
    requirePublicTarget(url)
    return { url, isConfigured: false }
  } catch {
    return null
  }
}
