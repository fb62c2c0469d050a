import { loadSharedCatalogue } from '#i18n/catalogue.ts'

/**
 * Loads the direct-bet page. The main screen is part of the start, because most visits begin there.
 *
 * @throws when the page fails to load. Without its catalogue, what the page shares with the main
 * screen is in English.
 */
export async function loadDirectBet() {
  const page = import('./direct-bet/direct-bet-page.tsx')
  // Settled first, so that an error of the page is shown in its language too.
  await Promise.allSettled([page, loadSharedCatalogue()])
  const { DirectBetPage } = await page
  return { default: DirectBetPage }
}

/** Loads the window of one round. */
export const loadRoundWindow = () => import('#features/rounds/window/round-window.tsx')

/** Preloads the chunks of the page at `path` before the app mounts. */
export function preloadPage(path: string): void {
  // Rendering the page retries and reports a failure.
  if (path === '/direct-bet') loadDirectBet().catch(() => undefined)
  const hasRound = new URLSearchParams(window.location.search).has('round')
  if (path === '/' && hasRound) loadRoundWindow().catch(() => undefined)
}
