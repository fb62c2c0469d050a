import { guardSite } from '@bullring/server/http/guard-site'
import { listen } from '@bullring/server/http/listen'
import { nodeListener } from '@bullring/server/http/node-listener'
import { type PhoneAppOptions, phoneApp } from './phone-app.ts'

/** The running test wallet. */
export type Phone = { url: string; stop: () => Promise<void> }

/**
 * Serves the test wallet of a local chain to this machine only, at a separate origin: it holds a key.
 *
 * @param port - 0 selects a free one.
 * @throws {CannotListenError}
 */
export async function startPhone({
  port,
  ...options
}: PhoneAppOptions & { port: number }): Promise<Phone> {
  const app = await phoneApp(options)
  const site = { publicOrigin: null, allowedOrigins: [], proxies: 0, urlVariable: 'localhost' }
  const server = await listen(guardSite(nodeListener(app.fetch), site), { host: '127.0.0.1', port })
  return { url: server.url, stop: server.close }
}
