// Each page pays for itself: the main screen, which nearly everybody comes for, is there from the start.
export const loadDirectBet = () => import('./direct-bet/direct-bet-page.tsx')

/** Sends for the code of the page at `path` before the app itself is there to ask for it. */
export function preloadPage(path: string): void {
  // A failure is told when the page is drawn.
  if (path === '/direct-bet') loadDirectBet().catch(() => undefined)
}
