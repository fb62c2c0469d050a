import type { SupportedChains } from '@bullring/wire/blockchain-api/supported-chains'
import { toCaipNetworkId } from '@bullring/wire/caip-fields'
import { Hono } from 'hono'

/** GET /v1/supported-chains. WebSockets are not offered. */
export function supportedChainsRoutes({ chainIds }: { chainIds: readonly number[] }): Hono {
  const body: SupportedChains = { http: chainIds.map(toCaipNetworkId), ws: [] }
  return new Hono().get('/v1/supported-chains', (c) => c.json(body))
}
