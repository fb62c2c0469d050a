import { ServiceHealth } from '@bullring/wire/http/service-health'
import { defineOperation } from '../operations/define-operation.ts'
import type { Operation } from '../operations/operation.ts'
import { productBuild } from '../product-build.ts'

/** Returns GET /healthz. */
export function healthOperations({ nowMs }: { nowMs: () => number }): readonly Operation[] {
  return [
    defineOperation({
      method: 'get',
      path: '/healthz',
      summary: 'Liveness, server clock, version and commit',
      response: ServiceHealth,
      errors: [],
      handler: (_, c) => {
        c.header('cache-control', 'no-cache')
        const { version, commit } = productBuild()
        return {
          status: 'ok',
          server_time: nowMs() / 1_000,
          version,
          commit,
        } satisfies ServiceHealth
      },
    }),
  ]
}
