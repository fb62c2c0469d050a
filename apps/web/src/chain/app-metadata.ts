/** How the game introduces itself to wallets. @param origin - Of the page. */
export function appMetadata(origin: string) {
  return {
    name: 'Bullring',
    description: 'Predict the price of BNB',
    url: origin,
    icons: [`${origin}/icon-192.png`],
  }
}
