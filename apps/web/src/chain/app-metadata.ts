/**
 * Returns the metadata that wallets show about the game.
 *
 * @param origin - Origin of the page.
 */
export function appMetadata(origin: string) {
  return {
    name: 'Bullring',
    description: 'Predict the price of BNB',
    url: origin,
    icons: [`${origin}/icon-192.png`],
  }
}
