import { UntrustedCheckoutError } from './untrusted-checkout-error.ts'

/**
 * Returns the address of a checkout if the kit may open it: a page over TLS, or one of the wallet service's own
 * origin, which on a local chain has no TLS.
 *
 * @param servicesUrl - May be relative to `pageUrl`.
 * @throws {UntrustedCheckoutError}
 */
export function checkoutAddress(url: string, servicesUrl: string, pageUrl: string): string {
  if (!URL.canParse(url)) throw new UntrustedCheckoutError()
  const { protocol, origin, href } = new URL(url)
  const isOwn = protocol === 'http:' && origin === new URL(servicesUrl, pageUrl).origin
  if (protocol !== 'https:' && !isOwn) throw new UntrustedCheckoutError()
  return href
}
