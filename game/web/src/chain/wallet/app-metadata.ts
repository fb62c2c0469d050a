import { brandName } from '#browser/page-brand.ts'

/**
 * Returns the metadata that wallets show about the game.
 *
 * @param origin - Origin of the page.
 * @param symbols - Its markets.
 */
export function appMetadata(origin: string, symbols: readonly string[]) {
  const assets = new Intl.ListFormat('en', { type: 'disjunction' }).format(symbols)
  return {
    name: brandName(),
    description: `Predict the price of ${assets}`,
    url: origin,
    icons: [`${origin}/icon-192.png`],
  }
}
