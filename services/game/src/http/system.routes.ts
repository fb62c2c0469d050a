import type { AppConfig } from '@bullring/wire/game-api/config'
import type { Health } from '@bullring/wire/game-api/health'
import { Hono } from 'hono'

export type SystemDeps = {
  appConfig: AppConfig
  /** Newest indexed block; null before the first. */
  newestBlock: () => { number: number; timestamp: number } | null
  nowMs: () => number
}

/** Serves GET /config.json and /healthz. */
export function systemRoutes({ appConfig, newestBlock, nowMs }: SystemDeps): Hono {
  const noCache = { 'cache-control': 'no-cache' }
  return new Hono()
    .get('/config.json', (c) => c.json(appConfig, 200, noCache))
    .get('/healthz', (c) => {
      const block = newestBlock()
      const body: Health = {
        status: 'ok',
        server_time: nowMs() / 1_000,
        block_number: block?.number ?? null,
        block_timestamp: block?.timestamp ?? null,
      }
      return c.json(body, 200, noCache)
    })
}
