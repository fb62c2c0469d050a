import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'
import { GetWalletsQuery, GetWalletsResponse } from '@bullring/wallet-api/catalogue/get-wallets'
import { KEY_ERRORS } from '../http/documented-errors.ts'
import { selectWallets } from './select-wallets.ts'
import { walletIdResolver } from './wallet-ids.ts'

/** The catalogue changes only when the service restarts. */
const CACHE_CONTROL = 'private, max-age=300'

/** GET /getWallets. */
export function catalogueOperations({
  catalogue,
}: {
  catalogue: readonly CatalogueWallet[]
}): readonly Operation[] {
  const idOf = walletIdResolver(catalogue)
  return [
    defineOperation({
      method: 'get',
      path: '/getWallets',
      summary: 'A page of the wallet catalogue',
      query: GetWalletsQuery,
      response: GetWalletsResponse,
      errors: KEY_ERRORS,
      security: ['projectId'],
      handler: ({ query }, c) => {
        c.header('cache-control', CACHE_CONTROL)
        // A page of another origin receives a refusal.
        c.header('vary', 'origin')
        return selectWallets(catalogue, {
          ...query,
          include: query.include?.map(idOf),
          exclude: query.exclude?.map(idOf),
        })
      },
    }),
  ]
}
