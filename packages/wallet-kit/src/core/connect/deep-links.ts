import type { Device } from '#core/device.ts'

/**
 * Returns the link that opens a pairing link in a wallet's app.
 *
 * @param appLink - `mobile_link` or `desktop_link` of the catalogue: a scheme ("trust:", "trust://") or
 *   an https address.
 * @param uri - A `wc:` link.
 */
export function appLink(
  appLink: string,
  uri: string,
  device: Pick<Device, 'isAndroid' | 'isTelegram'>,
) {
  // Telegram on Android decodes a link once before passing it on.
  const isDecodedTwice = device.isTelegram && device.isAndroid
  const encoded = encodeURIComponent(isDecodedTwice ? encodeURIComponent(uri) : uri)
  return `${withOneSlash(withScheme(appLink))}wc?uri=${encoded}`
}

/** Returns the link that opens a pairing link in a wallet's web app. */
export function webLink(webappLink: string, uri: string): string {
  return `${withOneSlash(webappLink)}wc?uri=${encodeURIComponent(uri)}`
}

type PageKind = { isTelegram: boolean; isFramed: boolean }

/** Returns the `target` of a link to an app; opening an app in the same window keeps the page. */
export function linkTarget({ isTelegram, isFramed }: PageKind): '_self' | '_top' | '_blank' {
  if (isTelegram) return '_blank'
  return isFramed ? '_top' : '_self'
}

/** True for a link that may be opened: an app's scheme or https, never script or data. */
export function isSafeLink(link: string): boolean {
  return !/^\s*(javascript|data|vbscript|blob|file):/i.test(link)
}

/** A bare scheme in any spelling becomes `scheme://`. */
function withScheme(link: string): string {
  return link.includes('://') ? link : `${link.replaceAll(/[/:]/g, '')}://`
}

function withOneSlash(link: string): string {
  return link.endsWith('/') ? link : `${link}/`
}
