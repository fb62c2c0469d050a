import type { WalletHealth } from '@bullring/wire/blockchain-api/health'
import { Hono } from 'hono'

/** GET /healthz: that the process answers. */
export function healthRoutes({ nowMs }: { nowMs: () => number }): Hono {
  return new Hono().get('/healthz', (c) =>
    c.json<WalletHealth>({ status: 'ok', server_time: nowMs() / 1_000 }, 200, {
      'cache-control': 'no-cache',
    }),
  )
}
