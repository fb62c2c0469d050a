import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import { AppConfig } from '@bullring/wire/game-api/config'
import { Health } from '@bullring/wire/game-api/health'

export type SystemDeps = {
  appConfig: () => Promise<AppConfig>
  /** Newest indexed block; null before the first. */
  newestBlock: () => { number: number; timestamp: number } | null
  nowMs: () => number
}

/** GET /config.json and /healthz. */
export function systemOperations(deps: SystemDeps): readonly Operation[] {
  return [
    defineOperation({
      method: 'get',
      path: '/config.json',
      summary: 'Configuration of the web app',
      response: AppConfig,
      errors: [],
      handler: (_, c) => {
        c.header('cache-control', 'no-cache')
        return deps.appConfig()
      },
    }),
    defineOperation({
      method: 'get',
      path: '/healthz',
      summary: 'Liveness, server time and newest block',
      response: Health,
      errors: [],
      handler: (_, c) => {
        c.header('cache-control', 'no-cache')
        const block = deps.newestBlock()
        return {
          status: 'ok',
          server_time: deps.nowMs() / 1_000,
          block_number: block?.number ?? null,
          block_timestamp: block?.timestamp ?? null,
        } satisfies Health
      },
    }),
  ]
}
