import { guardSite } from '@bullring/server/http/guard-site'
import { listen } from '@bullring/server/http/listen'
import { nodeListener } from '@bullring/server/http/node-listener'
import { installFarcasterRegistry, setCustodyAddress } from './local-registry.ts'
import { relayApp } from './relay-app.ts'

/** Replacement for Farcaster on a local chain: relay, phone and registries. */
export type LocalFarcaster = {
  /** URL of the relay and of the phone's page. */
  url: string
  /** Returns the variables of a service: `VAULT` or `CUSTODY`. */
  variables: (service: 'VAULT' | 'CUSTODY') => Record<string, string>
  stop: () => Promise<void>
}

/**
 * Starts relay and phone page on this machine only, and puts the registries on the local chain.
 *
 * @param port - 0 selects a free one.
 */
export async function startFarcaster(options: {
  port: number
  rpcUrl: string
}): Promise<LocalFarcaster> {
  const { port, rpcUrl } = options
  await installFarcasterRegistry(rpcUrl)
  let url = ''
  const app = relayApp({
    url: () => url,
    register: ({ account, fid }) => setCustodyAddress(rpcUrl, account.address, BigInt(fid)),
  })
  const site = { publicOrigin: null, allowedOrigins: [], proxies: 0, urlVariable: 'localhost' }
  const server = await listen(guardSite(nodeListener(app.fetch), site), { host: '127.0.0.1', port })
  url = server.url
  return {
    url,
    variables: (service) => ({
      [`${service}_FARCASTER_RPC_URL`]: rpcUrl,
      FARCASTER_LOCAL_URL: url,
    }),
    stop: server.close,
  }
}
