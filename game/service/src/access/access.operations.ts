import { AccessResponse } from '@bullring/game-api/access'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import { API_ERRORS } from '../http/errors.ts'
import { type CountryRules, isRefused } from './country-rules.ts'

/** GET /api/access. */
export function accessOperations(rules: CountryRules): readonly Operation[] {
  return [
    defineOperation({
      method: 'get',
      path: '/api/access',
      summary: 'Whether the visitor may bet under the country rules of the operator',
      response: AccessResponse,
      errors: API_ERRORS,
      handler: (_, c) => ({
        betting: isRefused(c, rules) ? ('refused' as const) : ('allowed' as const),
      }),
    }),
  ]
}
