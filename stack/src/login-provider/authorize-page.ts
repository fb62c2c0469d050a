import { html, raw } from 'hono/html'
import { localIcon } from '../local-icon.ts'
import { INBOX_STYLE } from '../mail/inbox-style.ts'

const NAMES: Readonly<Record<string, string>> = {
  google: 'Google',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
  x: 'X',
  discord: 'Discord',
}

const STYLE = `${INBOX_STYLE}
main { max-width: 24rem; background: var(--card); border: 1px solid var(--line); border-radius: 20px; padding: 1.5rem }
form { display: grid; gap: 1rem; margin-top: 1rem } label { display: grid; gap: .25rem; font-size: .875rem; font-weight: 600 }
input { min-height: 2.875rem; padding: 0 .875rem; border: 1px solid var(--line); border-radius: 12px; background: transparent;
  color: inherit; font: inherit; font-size: 1rem; width: 100% }
button { max-width: none } button.quiet { background: transparent; color: var(--soft) }`

const ICON = localIcon('M16 6a4.5 4.5 0 0 1 0 9 4.5 4.5 0 0 1 0-9M7 26c0-10 18-10 18 0z')

/** Renders the page on which a visitor of this machine chooses who to be. */
export async function renderAuthorizePage(
  provider: string,
  query: Readonly<Record<string, string>>,
): Promise<string> {
  const title = NAMES[provider] ?? provider
  const hidden = Object.entries(query).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return String(
    await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="${ICON}">
<title>${title} on this machine</title>
${raw(`<style>${STYLE}</style>`)}
</head>
<body><main>
<h1>${title}</h1>
<p class="soft">This page stands in for ${title} on this machine. Log in as anyone: nothing is sent to ${title}.</p>
<form method="post">${hidden}
<label>Name<input name="name" value="Alice" required maxlength="200" autocomplete="off"></label>
<label>Email<input name="email" type="email" value="alice@example.com" required autocomplete="off"></label>
<button name="decision" value="allow">Continue</button>
<button name="decision" value="deny" class="quiet" formnovalidate>Cancel</button>
</form>
</main></body></html>`,
  )
}
