import { utcTime } from '@bullring/server/mail/utc-time'
import { MAIL_PAGE, noticePage } from '@bullring/server/pages/mail-page'
import type { Html } from '@bullring/server/pages/page'
import { html } from 'hono/html'
import type { FoundRequest } from './device-requests.queries.ts'

/** Returns the page that shows a login, and takes the decision. */
export function devicePage(request: FoundRequest, token: string): Html {
  if (request.state === 'approved') return approvedPage()
  if (request.state === 'rejected') return rejectedPage()
  if (request.isExpired) {
    return noticePage(
      'Link expired',
      'This link is too old. Start the login again to get a new one.',
    )
  }
  const { email, label, origin, ip, createdAt } = request
  return MAIL_PAGE.render({
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
  return MAIL_PAGE.render({
    title: 'Login approved',
    content: html`<h1 class="approved">Login approved</h1>
      <p role="status">Go back to the device. The code that finishes the login is in the next email.</p>
      <p class="soft">You can close this page.</p>`,
  })
}

function rejectedPage(): Html {
  return MAIL_PAGE.render({
    title: 'Login rejected',
    content: html`<h1 class="rejected">Login rejected</h1>
      <p role="status">The device cannot use your wallet. Nothing else has changed.</p>
      <p class="soft">The person who tried knows only your address. You can close this page.</p>`,
  })
}
