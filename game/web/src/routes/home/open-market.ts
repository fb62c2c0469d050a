import { marketQuery } from '#api/market/market-config.ts'
import { openUrl } from '#browser/window-history.ts'

/**
 * Shows the page of another market.
 *
 * @param further - More parameters of its address, such as `round=123`.
 */
export function openMarket(symbol: string, further = ''): void {
  openUrl(`${window.location.pathname}${marketQuery(symbol, further)}`)
  // `pushState` fires no event.
  window.dispatchEvent(new PopStateEvent('popstate'))
}
