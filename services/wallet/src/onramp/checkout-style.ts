import { createHash } from 'node:crypto'

/** Style of the checkout page: the colours of the game, in light and dark. */
export const CHECKOUT_STYLE = `
:root { color-scheme: light dark; --paper: #f7f2e8; --card: #fff; --line: #e3d9c6; --ink: #1d1812; --soft: #5a4f41;
  --amber: #854800; --wash: #fcf0da; --on-amber: #fff; --up: #0b756d; --down: #bf3517 }
@media (prefers-color-scheme: dark) { :root { --paper: #17130d; --card: #221c14; --line: #443829; --ink: #f6eee0;
  --soft: #c3b5a0; --amber: #f0b45b; --wash: #3a2b14; --on-amber: #1d1812; --up: #4cc4b8; --down: #ff8a6c } }
* { box-sizing: border-box; margin: 0 }
body { min-height: 100dvh; padding: 1.25rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; display: grid; place-items: start center }
main { width: min(26rem, 100%); background: var(--card); border: 1px solid var(--line); border-radius: 20px;
  padding: 1.5rem; display: grid; gap: 1.125rem }
h1 { font-size: 1.375rem; line-height: 1.25; letter-spacing: -.01em }
.play { justify-self: start; padding: .125rem .75rem; border-radius: 99px; background: var(--wash); color: var(--amber);
  font-size: .875rem; font-weight: 600 }
.soft { color: var(--soft); font-size: .875rem; overflow-wrap: anywhere }
.error { color: var(--down); font-weight: 600; font-size: .875rem }
.paid { color: var(--up) } .failed { color: var(--down) }
form { display: grid; gap: 1rem }
label { display: grid; gap: .25rem; font-size: .875rem; font-weight: 600 }
input { width: 100%; min-height: 2.875rem; padding: 0 .875rem; border: 1px solid var(--line); border-radius: 12px;
  background: transparent; color: inherit; font: inherit; font-size: 1rem; font-variant-numeric: tabular-nums }
button { min-height: 3rem; border: 0; border-radius: 12px; background: var(--amber); color: var(--on-amber);
  font: inherit; font-weight: 600; cursor: pointer }
:focus-visible { outline: 3px solid var(--amber); outline-offset: 2px }
ul { padding: 0; list-style: none; display: grid; gap: .25rem; font-size: .875rem; color: var(--soft) }
code { font: inherit; font-variant-numeric: tabular-nums; color: var(--ink); white-space: nowrap }
`

const STYLE_HASH = createHash('sha256').update(CHECKOUT_STYLE).digest('base64')

/** Headers of the checkout page: it runs no script, loads nothing, and cannot be framed. */
export const CHECKOUT_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  // Under the policy of the other responses, browsers would send the form with the origin `null`.
  'referrer-policy': 'same-origin',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
}
