import { AppConfig } from '@bullring/game-api/config'
import { Health } from '@bullring/game-api/health'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import { productBuild } from '@bullring/server/product-build'
import type { HistoryProgress } from '../chain/history-progress.ts'

export type SystemDeps = {
  appConfig: () => Promise<AppConfig>
  /** Newest indexed block; null before the first. */
  newestBlock: () => { number: number; timestamp: number } | null
  /** Progress of the first read of the chain; null once it is done. */
  history: () => HistoryProgress | null
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
      errors: [429],
      handler: (_, c) => {
        c.header('cache-control', 'no-cache')
        return deps.appConfig()
      },
    }),
    defineOperation({
      method: 'get',
      path: '/healthz',
      summary: 'Liveness, server time, newest block, version and commit',
      response: Health,
      errors: [],
      handler: (_, c) => {
        c.header('cache-control', 'no-cache')
        const block = deps.newestBlock()
        const history = deps.history()
        const { version, commit } = productBuild()
        return {
          status: 'ok',
          server_time: deps.nowMs() / 1_000,
          version,
          commit,
          block_number: block?.number ?? null,
          block_timestamp: block?.timestamp ?? null,
          history: history && {
            percent: history.percent,
            blocks_per_second: history.blocksPerSecond,
            seconds_left: history.secondsLeft,
          },
        } satisfies Health
      },
    }),
  ]
}
