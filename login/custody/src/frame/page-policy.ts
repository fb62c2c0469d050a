/**
 * Builds the content security policy of the frame's pages: scripts and styles from the same origin, requests to it and the
 * vault, and Trusted Types, so that no text ever becomes a script.
 *
 * @param frameAncestors - Origins that may embed the page; none by default.
 */
export function framePolicy(vaultUrl: string, frameAncestors: readonly string[] = []): string {
  const ancestors = frameAncestors.length === 0 ? ["'none'"] : frameAncestors
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(vaultUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
    `frame-ancestors ${ancestors.join(' ')}`,
    "require-trusted-types-for 'script'",
  ].join('; ')
}

/** Headers of the frame's pages besides their policy. */
export const FRAME_HEADERS: Readonly<Record<string, string>> = {
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
  'origin-agent-cluster': '?1',
  'cache-control': 'no-cache',
}
