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

/**
 * Returns the link that opens a page in the browser of a wallet's app.
 *
 * @param browserLink - `browser_link` of the catalogue, in which `{url}` stands for the encoded URL, and `{address}` for the
 *   URL without its scheme.
 */
export function inAppLink(browserLink: string, pageUrl: string): string {
  return browserLink
    .replace('{url}', encodeURIComponent(pageUrl))
    .replace('{address}', pageUrl.replace(/^https?:\/\//, ''))
}

type PageKind = { isTelegram: boolean; isFramed: boolean }

/** Returns the `target` of a link to an app. Opening an app in the same window keeps the page. */
export function linkTarget({ isTelegram, isFramed }: PageKind): '_self' | '_top' | '_blank' {
  if (isTelegram) return '_blank'
  return isFramed ? '_top' : '_self'
}

/** Schemes that run code, embed a document, read files or start any app in a browser. Every other scheme belongs to one app. */
const BROWSER_SCHEMES: ReadonlySet<string> = new Set([
  'about:',
  'blob:',
  'data:',
  'file:',
  'filesystem:',
  'ftp:',
  'intent:',
  'javascript:',
  'vbscript:',
  'view-source:',
  'ws:',
  'wss:',
])

/**
 * True for a link that may be opened: https, http on this machine, or an app's scheme, as a browser parses it. Spaces
 * and control characters, which browsers drop while parsing, are refused.
 */
export function isSafeLink(link: string): boolean {
  if (!/^[^\p{Cc}\s]+$/u.test(link)) return false
  // `appLink` completes a bare scheme; other links are opened as they are.
  const completed = URL.parse(withScheme(link))
  return completed !== null && [completed, URL.parse(link) ?? completed].every(isSafeUrl)
}

function isSafeUrl({ protocol, hostname }: URL): boolean {
  if (protocol === 'http:') return hostname === 'localhost' || hostname === '127.0.0.1'
  return !BROWSER_SCHEMES.has(protocol)
}

/** A bare scheme in any spelling becomes `scheme://`. */
function withScheme(link: string): string {
  return link.includes('://') ? link : `${link.replaceAll(/[/:]/g, '')}://`
}

function withOneSlash(link: string): string {
  return link.endsWith('/') ? link : `${link}/`
}
