/** A provider's page in a separate window. */
export type CheckoutWindow = {
  /** Loads a page in it. */
  show: (url: string) => void
  close: () => void
  /** Also true once the page has cut itself off from this one (Cross-Origin-Opener-Policy). */
  isClosed: () => boolean
}

/**
 * Opens an empty window. Call it in the event handler of a click, or the browser blocks it. The page in it
 * has no access to this one.
 *
 * @returns null when the browser blocked it.
 */
export function openCheckoutWindow(): CheckoutWindow | null {
  const opened = window.open('', '_blank', 'popup,width=600,height=800')
  if (opened === null) return null
  opened.opener = null
  return {
    show: (url) => opened.location.replace(url),
    close: () => opened.close(),
    isClosed: () => opened.closed,
  }
}
