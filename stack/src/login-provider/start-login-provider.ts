import { SOCIAL_PROVIDERS } from '@bullring/login-api/social-provider'
import { guardSite } from '@bullring/server/http/guard-site'
import { listen } from '@bullring/server/http/listen'
import { nodeListener } from '@bullring/server/http/node-listener'
import { LOCAL_CLIENT } from './local-client.ts'
import { providerApp } from './provider-app.ts'

/** A running local provider. */
export type LoginProvider = {
  /** For `OAUTH_LOCAL_URL`. */
  url: string
  /** For `VAULT_OAUTH_CLIENTS`. */
  clients: string
  stop: () => Promise<void>
}

/**
 * Starts the local provider on this machine only.
 *
 * @param port - 0 selects a free one.
 */
export async function startLoginProvider({ port }: { port: number }): Promise<LoginProvider> {
  let url = ''
  const app = providerApp(() => url)
  const site = { publicOrigin: null, allowedOrigins: [], proxies: 0, urlVariable: 'localhost' }
  const listener = guardSite(nodeListener(app.fetch), site)
  const server = await listen(listener, { host: '127.0.0.1', port })
  url = server.url
  const { clientId, clientSecret } = LOCAL_CLIENT
  return {
    url,
    clients: SOCIAL_PROVIDERS.map((name) => `${name}=${clientId}:${clientSecret}`).join(','),
    stop: server.close,
  }
}
