import { createHash } from 'node:crypto'

type PolicyUrls = {
  reached: readonly string[]
  framed?: readonly string[]
  ancestors?: readonly string[]
}

/**
 * Builds the content security policy of the pages. Allows data URIs as images, because wallets announce
 * their icons in that form (EIP-6963).
 *
 * @param urls.reached - URLs that pages connect to. Paths are covered by 'self'.
 * @param urls.framed - Origins whose pages are shown in a frame.
 * @param urls.ancestors - Origins whose pages may show ours in a frame; none by default.
 * @param page - The HTML of the page, whose inline scripts are allowed by their hashes.
 */
export function contentSecurityPolicy(
  { reached, framed = [], ancestors = [] }: PolicyUrls,
  page: string,
): string {
  const origins = reached
    .filter((url) => /^(?:http|ws)s?:/.test(url))
    .map((url) => new URL(url).origin)
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inlineScriptHashes(page)].join(' '),
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    ["connect-src 'self'", ...new Set(origins)].join(' '),
    ...(framed.length === 0 ? [] : [['frame-src', ...framed].join(' ')]),
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors.join(' ') || "'none'"}`,
  ].join('; ')
}

/** Built page of the round card. */
export const EMBED_FILE = '/embed.html'

/**
 * Policy of the round card, the only page that pages of others may frame. It cannot move them to another address, and they can make
 * a visitor click nothing but the link that opens the game. Browsers ignore `X-Frame-Options` where there are `frame-ancestors`.
 */
export const EMBED_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
  'sandbox allow-same-origin allow-scripts allow-popups allow-popups-to-escape-sandbox',
].join('; ')

const INLINE_SCRIPT = /<script>(.*?)<\/script>/gs

function inlineScriptHashes(page: string): string[] {
  return [...page.matchAll(INLINE_SCRIPT)].map(([, script = '']) => {
    const hash = createHash('sha256').update(script).digest('base64')
    return `'sha256-${hash}'`
  })
}
