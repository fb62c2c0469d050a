/**
 * Content security policy of the pages: scripts and styles of our own, calls to ourselves, to the
 * chain and to the relay. Images may be data URIs, because wallets announce their icons as such
 * (EIP-6963).
 *
 * @param reachedUrls - What pages call besides ourselves. Absolute URLs; paths are our own.
 */
export function contentSecurityPolicy(reachedUrls: readonly string[]): string {
  const origins = reachedUrls
    .filter((url) => /^(?:http|ws)s?:/.test(url))
    .map((url) => new URL(url).origin)
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    ["connect-src 'self'", ...new Set(origins)].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
