import { utcTime } from '@bullring/server/mail/utc-time'
import { MAIL_PAGE, noticePage } from '@bullring/server/pages/mail-page'
import type { Html } from '@bullring/server/pages/page'
import { html } from 'hono/html'
import type { LinkedChange } from '../db/passkey-changes.queries.ts'
import { UNDO_PATH } from './send-passkey-mails.ts'
import { canUndo } from './undo-passkeys.ts'

/** Returns the page that shows a change of the passkeys, and undoes it. */
export function undoPage(change: LinkedChange, token: string): Html {
  if (change.isUndone) return undonePage()
  if (!canUndo(change)) {
    return noticePage('Link expired', 'A change of passkeys can only be undone within 72 hours.')
  }
  const { passkeys, isRequired } = change.before
  return MAIL_PAGE.render({
    title: 'Undo the change',
    content: html`
      <h1>Undo this change of your passkeys?</h1>
      <dl>
        <div><dt>Changed</dt><dd>${utcTime(change.changedAt)}</dd></div>
        <div><dt>Passkeys before</dt><dd>${
          passkeys.length === 0 ? 'none' : passkeys.map(({ label }) => label).join(', ')
        }</dd></div>
      </dl>
      <p class="warning">${
        isRequired
          ? 'New devices will need one of these passkeys again. Changes that came later are undone, too.'
          : 'New devices will need no passkey. Changes that came later are undone, too.'
      }</p>
      <form method="post" action="${UNDO_PATH}">
        <input type="hidden" name="t" value="${token}">
        <button name="decision" value="undo">Undo the change</button>
      </form>`,
  })
}

function undonePage(): Html {
  return MAIL_PAGE.render({
    title: 'Change undone',
    content: html`<h1 class="approved">Change undone</h1>
      <p role="status">Your wallet has the passkeys from before the change. Log in to it now, and remove the devices that
        you do not know.</p>
      <p class="soft">You can close this page.</p>`,
  })
}
