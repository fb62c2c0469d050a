import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import { Identity, IdentityQuery } from '@bullring/wallet-api/blockchain-api/identity'
import { AccountField } from '@bullring/wire/caip-fields'
import type { Context } from 'hono'
import * as z from 'zod/mini'
import { KEY_ERRORS } from '../http/documented-errors.ts'
import type { NameResolver } from './resolve-name.ts'

/**
 * GET /v1/identity/:address. An account without a name is not an error, and neither is one whose name cannot be
 * looked up now: pages show its address instead.
 */
export function identityOperations({
  resolveName,
  linkFor,
}: {
  /** Never rejects. */
  resolveName: NameResolver
  /** Returns a URL of this service that shows the picture, or null if it cannot be shown. */
  linkFor: (c: Context, picture: string) => string | null
}): readonly Operation[] {
  return [
    defineOperation({
      method: 'get',
      path: '/v1/identity/:address',
      summary: 'Name and picture of an account',
      params: z.object({ address: AccountField }),
      query: IdentityQuery,
      response: Identity,
      errors: KEY_ERRORS,
      security: ['projectId'],
      handler: async ({ params }, c) => {
        const { name, avatar } = await resolveName(params.address)
        // R-NAMES-3. An account without a name may get one at any moment.
        if (name !== null) c.header('cache-control', 'private, max-age=300')
        return { name, avatar: avatar === null ? null : linkFor(c, avatar) }
      },
    }),
  ]
}
