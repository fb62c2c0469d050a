import type { CatalogueWallet } from '@bullring/wire/catalogue/get-wallets'
import { GetWalletsQuery } from '@bullring/wire/catalogue/get-wallets'
import { parse } from '@bullring/wire/parse'
import { Hono } from 'hono'
import { selectWallets } from './select-wallets.ts'

/** GET /getWallets. */
export function catalogueRoutes({ catalogue }: { catalogue: readonly CatalogueWallet[] }): Hono {
  return new Hono().get('/getWallets', (c) =>
    c.json(selectWallets(catalogue, parse(GetWalletsQuery, c.req.query()))),
  )
}
