import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import { Identity } from '@bullring/wire/blockchain-api/identity'
import { AccountField } from '@bullring/wire/caip-fields'
import * as z from 'zod/mini'
import { KEY_ERRORS } from '../http/documented-errors.ts'
import type { NameResolver } from './resolve-name.ts'

/** GET /v1/identity/:address. An account without a name is not an error. */
export function identityOperations({
  resolveName,
}: {
  resolveName: NameResolver
}): readonly Operation[] {
  return [
    defineOperation({
      method: 'get',
      path: '/v1/identity/:address',
      summary: 'Name and picture of an account',
      params: z.object({ address: AccountField }),
      response: Identity,
      errors: [...KEY_ERRORS, 502],
      security: ['projectId'],
      handler: ({ params }) => resolveName(params.address),
    }),
  ]
}
