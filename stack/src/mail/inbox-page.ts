import { html, raw } from 'hono/html'
import { localIcon } from '../local-icon.ts'
import { INBOX_SCRIPT } from './inbox-script.ts'
import { INBOX_STYLE } from './inbox-style.ts'
import type { ReceivedMail } from './mailbox.ts'

/** HTML whose inserted texts are escaped. */
type Html = ReturnType<typeof html>

const ENVELOPE =
  '<svg viewBox="0 0 48 48" width="48" height="48" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linejoin="round" aria-hidden="true"><rect x="6" y="11" width="36" height="26" rx="5"/><path d="m8 14 16 13 16-13"/></svg>'
const ICON = localIcon('M6 10h20v13H6zm0 0 10 8 10-8')

/** Renders the mailbox page. Its script replaces the list when a mail arrives. */
export async function renderInbox(mails: readonly ReceivedMail[]): Promise<string> {
  return String(
    await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="${ICON}">
<title>Mailbox · Bullring on this machine</title>
${raw(`<style>${INBOX_STYLE}</style>`)}
</head>
<body>
<header>
<h1>Mailbox</h1>
<p>Every mail that Bullring sends on this machine arrives here, whatever the address. Nothing leaves the machine.</p>
</header>
<main id="mails" data-newest="${mails[0]?.id ?? ''}">
${mails.length === 0 ? empty() : html`<ol>${mails.map((mail) => entry(mail))}</ol>`}
</main>
<p id="status" class="sr" role="status"></p>
<noscript><p class="soft">Reload this page to see new mails.</p></noscript>
${raw(`<script>${INBOX_SCRIPT}</script>`)}
</body>
</html>`,
  )
}

function empty(): Html {
  return html`<div class="empty">${raw(ENVELOPE)}
<h2>No mail yet</h2>
<p>Choose email in the Connect window and type any address. The code shows up here by itself.</p></div>`
}

function entry(mail: ReceivedMail): Html {
  const { id, to, from, subject, receivedAt, code, links, text, html: content } = mail
  const view =
    content === null
      ? html`<pre>${text}</pre>`
      : html`<iframe title="${subject}" src="/dev/inbox/mails/${id}" sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy"></iframe>`
  return html`<li id="m${id}">
<article aria-labelledby="s${id}">
<div class="head"><h2 id="s${id}">${subject}</h2><time datetime="${receivedAt}">${receivedAt.slice(11, 16)} UTC</time></div>
<p class="to">To <strong>${to.join(', ')}</strong></p>
${code === null ? linkRow(links) : codeRow(code)}
<details><summary>Show the mail</summary><p class="soft">From ${from}</p>${view}</details>
</article>
</li>`
}

function codeRow(code: string): Html {
  return html`<div class="code"><output>${code.slice(0, 3)} ${code.slice(3)}</output><button type="button" data-copy="${code}">Copy code</button></div>`
}

/** A mail without a code has one link at most. */
function linkRow([link]: readonly string[]): Html | string {
  if (link === undefined) return ''
  return html`<p class="link"><a href="${link}" target="_blank" rel="noopener noreferrer">Open the link</a></p>`
}
