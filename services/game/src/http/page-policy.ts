/**
 * Builds the content security policy of the pages. Allows data URIs as images, because wallets announce
 * their icons in that form (EIP-6963).
 *
 * @param reachedUrls - URLs that pages connect to. Paths are covered by 'self'.
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
