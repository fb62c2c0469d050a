import { utcTime } from '@bullring/server/mail/utc-time'
import { MAIL_PAGE, noticePage } from '@bullring/server/pages/mail-page'
import type { Html } from '@bullring/server/pages/page'
import { html } from 'hono/html'
import type { LinkedChange } from './email-changes.queries.ts'
import { canUndo } from './undo-change.ts'

/** Returns the page that shows a change of address, and takes the decision. */
export function changePage(change: LinkedChange, token: string, nowS: number): Html {
  return change.kind === 'undo' ? undoPage(change, token, nowS) : approvalPage(change, token, nowS)
}

function approvalPage(change: LinkedChange, token: string, nowS: number): Html {
  switch (change.state) {
    case 'approved':
    case 'applied':
      return decidedPage(
        'approved',
        'Change approved',
        'Go back to your wallet. A code sent to the new address finishes the change.',
      )
    case 'rejected':
      return decidedPage('rejected', 'Change rejected', 'Your wallet keeps its email.')
    case 'undone':
      return noticePage('Change undone', 'This change of email was undone.')
    case 'pending':
      return change.expiresAt <= nowS
        ? noticePage(
            'Link expired',
            'This link is too old. Start the change again to get a new one.',
          )
        : pendingPage(change, token)
  }
}

function pendingPage(change: LinkedChange, token: string): Html {
  const { oldEmail, newEmail, label, origin, ip, createdAt } = change
  const title = oldEmail === null ? 'Add this email' : 'Change your email'
  return MAIL_PAGE.render({
    title,
    content: html`
      <h1>${title}</h1>
      <dl>
        ${oldEmail === null ? '' : html`<div><dt>Email now</dt><dd>${oldEmail}</dd></div>`}
        <div><dt>New email</dt><dd>${newEmail}</dd></div>
        <div><dt>Device</dt><dd>${label}</dd></div>
        <div><dt>App</dt><dd>${origin}</dd></div>
        <div><dt>IP address</dt><dd>${ip}</dd></div>
        <div><dt>Time</dt><dd>${utcTime(createdAt)}</dd></div>
      </dl>
      <p class="warning">Approve only if you have just entered this new email in your wallet, and only you can read its
        messages. Never approve because someone asks you to.</p>
      <form method="post" action="/email-change">
        <input type="hidden" name="t" value="${token}">
        <button name="decision" value="approve">Approve</button>
        <button class="reject" name="decision" value="reject">Reject</button>
      </form>`,
  })
}

function undoPage(change: LinkedChange, token: string, nowS: number): Html {
  const { oldEmail, newEmail, state, appliedAt } = change
  if (state === 'undone') {
    return decidedPage(
      'approved',
      'Change undone',
      oldEmail === null
        ? 'The email no longer opens your wallet, every device is logged out, and a passkey that was added lately is removed when you log in. Log in as before.'
        : `Your wallet has the email ${oldEmail} again, every device is logged out, and a passkey that was added lately is removed when you log in. Log in with it now.`,
    )
  }
  if (!canUndo(change, nowS)) {
    return noticePage('Link expired', 'A change of email can only be undone within 72 hours.')
  }
  return MAIL_PAGE.render({
    title: 'Undo the change',
    content: html`
      <h1>Undo this change of email?</h1>
      <dl>
        ${oldEmail === null ? '' : html`<div><dt>Earlier email</dt><dd>${oldEmail}</dd></div>`}
        <div><dt>Email now</dt><dd>${newEmail}</dd></div>
        <div><dt>Changed</dt><dd>${utcTime(appliedAt ?? nowS)}</dd></div>
      </dl>
      <p class="warning">${
        oldEmail === null
          ? 'The email no longer opens your wallet'
          : 'The earlier email opens your wallet again'
      }, every device is logged out, and passkeys of the last four days are removed.</p>
      <form method="post" action="/email-change">
        <input type="hidden" name="t" value="${token}">
        <button name="decision" value="undo">Undo the change</button>
      </form>`,
  })
}

/** Returns the page for an earlier address that cannot return. */
export function takenPage(): Html {
  return noticePage(
    'Change not undone',
    'The earlier email now opens another wallet. Your wallet keeps its email, and no device was logged out.',
  )
}

function decidedPage(look: 'approved' | 'rejected', title: string, text: string): Html {
  return MAIL_PAGE.render({
    title,
    content: html`<h1 class="${look}">${title}</h1>
      <p role="status">${text}</p>
      <p class="soft">You can close this page.</p>`,
  })
}
