/**
 * Content security policy of the pages: scripts and styles of our own, calls to ourselves and to the
 * chain. Images may be data URIs, because wallets announce their icons as such (EIP-6963).
 *
 * @param rpcUrls - Absolute URLs or paths.
 */
export function contentSecurityPolicy(rpcUrls: readonly string[]): string {
  const rpcOrigins = rpcUrls.filter((url) => /^https?:/.test(url)).map((url) => new URL(url).origin)
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    ["connect-src 'self'", ...rpcOrigins].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
