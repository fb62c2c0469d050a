import { OperatorChecks, OperatorReport } from '@bullring/game-api/operator'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import type { Context } from 'hono'

export type OperatorDeps = {
  /** Rejects unless the request is the operator's. */
  requireOperator: (c: Context) => Promise<void>
  report: () => Promise<OperatorReport>
  /** Returns the findings of `npm run doctor`. */
  checks: () => Promise<OperatorChecks>
}

const ERRORS = [401, 404, 429]

/** GET /operator/report and /operator/checks, for the operator alone. */
export function operatorOperations(deps: OperatorDeps): readonly Operation[] {
  const closed = async (c: Context) => {
    c.header('cache-control', 'no-store')
    await deps.requireOperator(c)
  }
  return [
    defineOperation({
      method: 'get',
      path: '/operator/report',
      summary: 'State of the installation, for its operator',
      response: OperatorReport,
      errors: ERRORS,
      handler: async (_, c) => {
        await closed(c)
        return await deps.report()
      },
    }),
    defineOperation({
      method: 'get',
      path: '/operator/checks',
      summary: 'What npm run doctor finds, for the operator',
      response: OperatorChecks,
      errors: ERRORS,
      handler: async (_, c) => {
        await closed(c)
        return await deps.checks()
      },
    }),
  ]
}
