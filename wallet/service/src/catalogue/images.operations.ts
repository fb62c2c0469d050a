import type { Operation } from '@bullring/server/operations/operation'
import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'
import * as z from 'zod/mini'
import { PAGE_ERRORS } from '../http/documented-errors.ts'
import { neutralIcon } from '../http/neutral-icon.ts'
import { KNOWN_IMAGES } from './known-images.ts'
import { iconName, readWalletIcons } from './wallet-icons.ts'

const SVG_TYPE = 'image/svg+xml'

const HEADERS = {
  'content-type': SVG_TYPE,
  // The picture of an id never changes. After a day, browsers fetch a new drawing style.
  'cache-control': 'public, max-age=86400',
  // Opened as a page, the picture may do nothing.
  'content-security-policy': "default-src 'none'; sandbox",
}

/**
 * GET /getWalletImage/:id and /public/get{Asset,Currency,Token}Image/:id. Every id has a picture
 * (R-SERVICE-6), because wallet kits wait for a missing one.
 */
export function imagesOperations({
  catalogue,
}: {
  catalogue: readonly CatalogueWallet[]
}): readonly Operation[] {
  const pictures = walletPictures(catalogue)
  return [
    image(
      '/getWalletImage/:id',
      'Picture of a wallet',
      (id) => pictures.get(id) ?? neutralIcon(''),
    ),
    image('/public/getAssetImage/:id', 'Picture of a network or a connector', (id) =>
      neutralIcon(KNOWN_IMAGES.get(id) ?? ''),
    ),
    image('/public/getCurrencyImage/:id', 'Picture of a currency', tickerIcon),
    image('/public/getTokenImage/:id', 'Picture of a token', tickerIcon),
  ]
}

/** The icons of wallets by id: their own where its licence allows, else their first letter. */
function walletPictures(catalogue: readonly CatalogueWallet[]): ReadonlyMap<string, string> {
  const icons = readWalletIcons()
  return new Map(
    catalogue.map(({ id, name }) => [id, icons.get(iconName(name)) ?? neutralIcon(name)]),
  )
}

function tickerIcon(ticker: string): string {
  return neutralIcon(ticker.toUpperCase(), 'round')
}

function image(path: string, summary: string, pictureOf: (id: string) => string): Operation {
  return {
    method: 'get',
    path,
    summary,
    params: z.object({ id: z.string() }),
    response: z.string(),
    contentType: SVG_TYPE,
    errors: [...PAGE_ERRORS, 500],
    handle: (c) => c.body(pictureOf(c.req.param('id') ?? ''), 200, HEADERS),
  }
}
