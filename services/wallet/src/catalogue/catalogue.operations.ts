import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import type { CatalogueWallet } from '@bullring/wire/catalogue/get-wallets'
import { GetWalletsQuery, GetWalletsResponse } from '@bullring/wire/catalogue/get-wallets'
import { KEY_ERRORS } from '../http/documented-errors.ts'
import { selectWallets } from './select-wallets.ts'

/** GET /getWallets. */
export function catalogueOperations({
  catalogue,
}: {
  catalogue: readonly CatalogueWallet[]
}): readonly Operation[] {
  return [
    defineOperation({
      method: 'get',
      path: '/getWallets',
      summary: 'A page of the wallet catalogue',
      query: GetWalletsQuery,
      response: GetWalletsResponse,
      errors: KEY_ERRORS,
      security: ['projectId'],
      handler: ({ query }) => selectWallets(catalogue, query),
    }),
  ]
}
