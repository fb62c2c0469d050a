import type { CatalogueWallet } from '@bullring/wire/catalogue/get-wallets'
import type { Context } from 'hono'
import { Hono } from 'hono'
import { neutralIcon } from '../http/neutral-icon.ts'
import { KNOWN_IMAGES } from './known-images.ts'

const HEADERS = {
  'content-type': 'image/svg+xml',
  // Every id has its picture for good; a day keeps a new version of ours from taking longer.
  'cache-control': 'public, max-age=86400',
  // Opened as a page of its own, the picture may do nothing.
  'content-security-policy': "default-src 'none'; sandbox",
}

/**
 * GET /getWalletImage/:id and /public/get{Asset,Currency,Token}Image/:id. Every id gets a picture: a
 * missing one would leave wallet kits waiting. Spec, section 7.
 */
export function imagesRoutes({ catalogue }: { catalogue: readonly CatalogueWallet[] }): Hono {
  const names = new Map(catalogue.map(({ id, name }) => [id, name]))
  const idOf = (c: Context) => c.req.param('id') ?? ''
  const icon = (c: Context, label: string) => c.body(neutralIcon(label, idOf(c)), 200, HEADERS)
  return new Hono()
    .get('/getWalletImage/:id', (c) => icon(c, names.get(idOf(c)) ?? ''))
    .get('/public/getAssetImage/:id', (c) => icon(c, KNOWN_IMAGES.get(idOf(c)) ?? ''))
    .get('/public/getCurrencyImage/:id', (c) => icon(c, idOf(c).toUpperCase()))
    .get('/public/getTokenImage/:id', (c) => icon(c, idOf(c).toUpperCase()))
}
