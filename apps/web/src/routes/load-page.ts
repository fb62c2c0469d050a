import { loadSharedCatalogue } from '#i18n/catalogue.ts'

/** Loads the direct-bet page. The main screen is part of the start, because most visits begin there. */
export async function loadDirectBet() {
  // Without the catalogue, what the page shares with the main screen is in English.
  const catalogue = loadSharedCatalogue().catch(() => undefined)
  const { DirectBetPage } = await import('./direct-bet/direct-bet-page.tsx')
  await catalogue
  return { default: DirectBetPage }
}

/** Loads the window of one round. */
export const loadRoundWindow = () => import('#features/rounds/round-window.tsx')

/** Preloads the chunks of the page at `path` before the app mounts. */
export function preloadPage(path: string): void {
  // Rendering the page retries and reports a failure.
  if (path === '/direct-bet') loadDirectBet().catch(() => undefined)
  const hasRound = new URLSearchParams(window.location.search).has('round')
  if (path === '/' && hasRound) loadRoundWindow().catch(() => undefined)
}
