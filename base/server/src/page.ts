import { createHash } from 'node:crypto'
import type { Language } from '@bullring/wire/text/languages'
import { PRODUCT_NAME } from '@bullring/wire/text/product-name'
import { html, raw } from 'hono/html'
import { brandTokens, type Tokens } from './brand/palette.ts'
import type { Brand } from './brand/read-brand.ts'

/** HTML whose inserted texts are escaped. */
export type Html = ReturnType<typeof html>

/** Style of the pages that services render themselves: one card in the colours of the game, in light and dark. */
const STYLE = `
:root { color-scheme: light dark; --paper: #f7f2e8; --card: #fff; --line: #e3d9c6; --ink: #1d1812; --soft: #5a4f41;
  --amber: #854800; --wash: #fcf0da; --on-amber: #fff; --up: #0b756d; --down: #bf3517 }
@media (prefers-color-scheme: dark) { :root { --paper: #17130d; --card: #221c14; --line: #443829; --ink: #f6eee0;
  --soft: #c3b5a0; --amber: #f0b45c; --wash: #3a2b14; --on-amber: #1d1812; --up: #45c4b4; --down: #ff8466 } }
* { box-sizing: border-box; margin: 0 }
body { min-height: 100dvh; padding: 1.25rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; display: grid; place-items: start center }
main { width: min(26rem, 100%); background: var(--card); border: 1px solid var(--line); border-radius: 20px;
  padding: 1.5rem; display: grid; gap: 1.125rem }
h1 { font-size: 1.375rem; line-height: 1.25; letter-spacing: -.01em }
.soft { color: var(--soft); font-size: .875rem; overflow-wrap: anywhere }
form { display: grid; gap: 1rem }
button { min-height: 3rem; border: 0; border-radius: 12px; background: var(--amber); color: var(--on-amber);
  font: inherit; font-weight: 600; cursor: pointer }
:focus-visible { outline: 3px solid var(--amber); outline-offset: 2px }
`

/** The logo of game/web/public/favicon.svg. */
const ICON = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke-width="4"><path d="M3.5 3c.6 5.2 5 7.6 12.5 7.6S27.9 8.2 28.5 3" stroke="#1d1812" stroke-linecap="round"/><path d="M16 10.6a9.2 9.2 0 0 0 0 18.4" stroke="#0b756d"/><path d="M16 29a9.2 9.2 0 0 0 0-18.4" stroke="#bf3517"/></svg>')}`

/** Tokens of the brand, and what the pages call them. */
const NAMES = {
  '--paper': '--paper',
  '--card': '--card',
  '--line': '--line',
  '--ink': '--ink',
  '--ink-soft': '--soft',
  '--accent': '--amber',
  '--accent-wash': '--wash',
  '--on-accent': '--on-amber',
} as const

function brandRules({ colours }: Brand): string {
  const light = declarations(brandTokens('light', colours.light))
  const dark = declarations(brandTokens('dark', colours.dark))
  return `:root { ${light} }\n@media (prefers-color-scheme: dark) { :root { ${dark} } }\n`
}

function declarations(tokens: Tokens): string {
  return Object.entries(NAMES)
    .flatMap(([token, name]) => (tokens[token] === undefined ? [] : `${name}: ${tokens[token]}`))
    .join('; ')
}

function dataUri({ bytes, type }: NonNullable<Brand['logo']>): string {
  return `data:${type};base64,${bytes.toString('base64')}`
}

/** A page's language, title and content. */
export type Page = { title: string; language?: Language; refreshSeconds?: number; content: Html }

/** Renders pages without scripts, and their headers. */
export type PageLayout = {
  render: (page: Page) => Html
  /** The page runs no script, loads nothing but its own icon, and cannot be framed. */
  headers: Readonly<Record<string, string>>
}

/**
 * Creates a layout.
 *
 * @param furtherStyle - CSS of the page's further elements.
 * @param brand - The operator's own; null for the product's.
 */
export function createPageLayout(furtherStyle: string, brand: Brand | null = null): PageLayout {
  const style = `${STYLE}${furtherStyle}${brand === null ? '' : brandRules(brand)}`
  const icon = brand?.logo ? dataUri(brand.logo) : ICON
  const hash = createHash('sha256').update(style).digest('base64')
  return {
    render: ({ title, language = 'en', refreshSeconds, content }) => html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        ${refreshSeconds === undefined ? '' : html`<meta http-equiv="refresh" content="${refreshSeconds}">`}
        <link rel="icon" href="${icon}">
        <title>${title} · ${brand?.name ?? PRODUCT_NAME}</title>
        ${raw(`<style>${style}</style>`)}
      </head>
      <body><main>${content}</main></body>
    </html>`,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      // Under the policy of the other responses, browsers would send the form with the origin `null`.
      'referrer-policy': 'same-origin',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    },
  }
}
