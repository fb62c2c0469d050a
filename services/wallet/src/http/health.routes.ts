import { Hono } from 'hono'

/** GET /healthz: that the process answers. */
export function healthRoutes({ nowMs }: { nowMs: () => number }): Hono {
  return new Hono().get('/healthz', (c) =>
    c.json({ status: 'ok', server_time: nowMs() / 1_000 }, 200, { 'cache-control': 'no-cache' }),
  )
}
