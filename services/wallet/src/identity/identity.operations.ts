import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import { Identity } from '@bullring/wire/blockchain-api/identity'
import { AccountField } from '@bullring/wire/caip-fields'
import * as z from 'zod/mini'
import { KEY_ERRORS } from '../http/documented-errors.ts'
import type { NameResolver } from './resolve-name.ts'

/**
 * GET /v1/identity/:address. An account without a name is not an error, and neither is one whose name cannot be
 * looked up now: pages show its address instead.
 */
export function identityOperations({
  resolveName,
  onFailure,
}: {
  resolveName: NameResolver
  onFailure: (error: unknown) => void
}): readonly Operation[] {
  return [
    defineOperation({
      method: 'get',
      path: '/v1/identity/:address',
      summary: 'Name and picture of an account',
      params: z.object({ address: AccountField }),
      response: Identity,
      errors: KEY_ERRORS,
      security: ['projectId'],
      handler: ({ params }) =>
        resolveName(params.address).catch((error: unknown) => {
          onFailure(error)
          return { name: null, avatar: null }
        }),
    }),
  ]
}
