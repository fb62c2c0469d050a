import { createPageLayout, type Html } from '@bullring/server/pages/page'
import { html } from 'hono/html'
import { utcTime } from '../http/utc-time.ts'
import type { FoundRequest } from './device-requests.queries.ts'

/** Layout of the page behind a mailed link. */
export const DEVICE_PAGE = createPageLayout(`
main { gap: 1.25rem; grid-template-columns: minmax(0, 1fr) }
p { overflow-wrap: anywhere }
dl { display: grid; gap: .75rem; padding: 1rem; border: 1px solid var(--line); border-radius: 14px }
dt { color: var(--soft); font-size: .8125rem }
dd { margin: 0; font-weight: 600; overflow-wrap: anywhere }
form { grid-template-columns: 1fr 1fr; gap: .75rem }
button { min-width: 0 }
.reject { background: transparent; color: var(--down); border: 1px solid var(--line) }
.warning { padding: .875rem 1rem; border-radius: 14px; background: var(--wash); font-size: .9375rem }
.approved { color: var(--up) } .rejected { color: var(--down) }
@media (max-width: 20rem) { form { grid-template-columns: 1fr } }
`)

/** Returns the page that shows a login, and takes the decision. */
export function devicePage(request: FoundRequest, token: string): Html {
  if (request.state === 'approved') return approvedPage()
  if (request.state === 'rejected') return rejectedPage()
  if (request.isExpired) {
    return notice('Link expired', 'This link is too old. Start the login again to get a new one.')
  }
  const { email, label, origin, ip, createdAt } = request
  return DEVICE_PAGE.render({
    title: 'Approve this login',
    content: html`
      <h1>Approve this login</h1>
      <p>A device wants to log in to the wallet of <strong>${email}</strong>.</p>
      <dl>
        <div><dt>Device</dt><dd>${label}</dd></div>
        <div><dt>App</dt><dd>${origin}</dd></div>
        <div><dt>IP address</dt><dd>${ip}</dd></div>
        <div><dt>Time</dt><dd>${utcTime(createdAt)}</dd></div>
      </dl>
      <p class="warning">Approve only if you are logging in on this device right now. Never approve because
        someone asks you to.</p>
      <form method="post" action="/device">
        <input type="hidden" name="t" value="${token}">
        <button name="decision" value="approve">Approve</button>
        <button class="reject" name="decision" value="reject">Reject</button>
      </form>`,
  })
}

function approvedPage(): Html {
  return DEVICE_PAGE.render({
    title: 'Login approved',
    content: html`<h1 class="approved">Login approved</h1>
      <p role="status">The device is approved. Go back to it: a code to finish the login comes with the next mail.</p>
      <p class="soft">You can close this page.</p>`,
  })
}

function rejectedPage(): Html {
  return DEVICE_PAGE.render({
    title: 'Login rejected',
    content: html`<h1 class="rejected">Login rejected</h1>
      <p role="status">The device cannot use your wallet, and nothing else has happened.</p>
      <p class="soft">The person who tried knows your address only. You can close this page.</p>`,
  })
}

/** Returns the page of a link that was never mailed. */
export function unknownLinkPage(): Html {
  return notice(
    'Unknown link',
    'This link is not valid. Open it from the newest mail, or start the login again.',
  )
}

function notice(title: string, text: string): Html {
  return DEVICE_PAGE.render({ title, content: html`<h1>${title}</h1><p>${text}</p>` })
}
