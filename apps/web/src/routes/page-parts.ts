/** Code of the pages that is not there from the start. Each page pays for itself. */
export const pageParts: Readonly<Record<string, () => Promise<unknown>>> = {
  '/direct-bet': () => import('./direct-bet/direct-bet-page.tsx'),
}
