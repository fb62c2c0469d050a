import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { localIcon } from '../local-icon.ts'
import { INBOX_STYLE } from '../mail/inbox-style.ts'
import type { Channel } from './channels.ts'

const STYLE = `${INBOX_STYLE}
main { max-width: 24rem; background: var(--card); border: 1px solid var(--line); border-radius: 28px; padding: 1.5rem }
.tag { display: inline-block; padding: .25rem .75rem; border-radius: 999px; background: var(--wash); color: var(--amber);
  font-size: .8125rem; font-weight: 600; margin-bottom: 1rem }
h1 { font-size: 1.375rem; overflow-wrap: anywhere } h1 + p { margin-top: .5rem; color: var(--soft) }
form { display: grid; gap: 1rem; margin-top: 1.25rem } label { display: grid; gap: .25rem; font-size: .875rem; font-weight: 600 }
input { min-height: 2.875rem; padding: 0 .875rem; border: 1px solid var(--line); border-radius: 12px; background: transparent;
  color: inherit; font: inherit; font-size: 1rem; width: 100% }
.buttons { display: grid; gap: .5rem } button { max-width: none }
button.quiet { background: transparent; color: var(--soft) }`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

const ICON = localIcon('M10 5h12v22H10zm4 18h4')

/** The page runs no script and sends its form to itself. */
export const PHONE_PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
}

export type PhonePage = {
  token: string
  /** The login that the phone may approve; undefined when the channel is unknown. */
  channel: Channel | undefined
  outcome: 'approved' | 'rejected' | null
}

/** Renders the page that stands in for the Farcaster app of a phone. */
export async function renderPhonePage({ token, channel, outcome }: PhonePage): Promise<string> {
  return String(
    await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="${ICON}">
<title>Farcaster on this machine</title>
${raw(`<style>${STYLE}</style>`)}
</head>
<body><main>
<p class="tag">Local stand-in for the Farcaster app</p>
${content(token, channel, outcome)}
</main></body></html>`,
  )
}

function content(token: string, channel: Channel | undefined, outcome: PhonePage['outcome']) {
  if (outcome === 'approved') {
    return html`<h1>Approved</h1><p>Return to the page that asked: it continues on its own.</p>`
  }
  if (outcome === 'rejected') {
    return html`<h1>Rejected</h1><p>No one was logged in. You can close this page.</p>`
  }
  return channel === undefined ? endedNote(token) : decisionForm(token, channel)
}

/** A phone would scan the code; here its link is opened. */
function endedNote(token: string) {
  return html`<h1>${token === '' ? 'Open a login' : 'This login has ended'}</h1>
<p>Copy the link below the QR code of the login, and open it in this browser.</p>`
}

function decisionForm(token: string, { request }: Channel) {
  return html`<h1>Log in to ${request.domain}?</h1>
<p>It will learn the account that you choose here. Any name works: nothing is sent to Farcaster.</p>
<form method="post" action="/~/siwf">
<input type="hidden" name="channelToken" value="${token}">
<label>User name<input name="userName" value="alice" required maxlength="16" pattern="[a-z0-9][a-z0-9\\-]*" autocapitalize="none" autocomplete="off"></label>
<div class="buttons">
<button name="decision" value="approve">Approve</button>
<button name="decision" value="reject" class="quiet" formnovalidate>Reject</button>
</div>
</form>`
}
