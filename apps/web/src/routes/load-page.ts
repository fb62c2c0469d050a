/** Loads the direct-bet page. The main screen is part of the start, because most visits begin there. */
export const loadDirectBet = () => import('./direct-bet/direct-bet-page.tsx')

/** Preloads the chunk of the page at `path` before the app mounts. */
export function preloadPage(path: string): void {
  // Rendering the page retries and reports a failure.
  if (path === '/direct-bet') loadDirectBet().catch(() => undefined)
}
