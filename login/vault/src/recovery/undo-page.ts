import { formPath } from '@bullring/login-server/mail/mail-language'
import { utcTime } from '@bullring/login-server/mail/utc-time'
import { decidedPage, noticePage } from '@bullring/login-server/pages/mail-page'
import type { Page } from '@bullring/server/page'
import type { Language } from '@bullring/wire/text/languages'
import { html } from 'hono/html'
import type { LinkedChange } from '../db/passkey-changes.queries.ts'
import { textsIn } from '../texts/texts-in.ts'
import { UNDO_PATH } from './send-passkey-mails.ts'
import { canUndo } from './undo-passkeys.ts'

/** Returns the page that shows a change of the passkeys, and undoes it. */
export function undoPage(change: LinkedChange, token: string, language: Language): Page {
  const { undoPage: texts, common } = textsIn(language)
  if (change.isUndone) {
    const { done: title, doneText: text } = texts
    return decidedPage(language, { look: 'approved', title, text, note: common.close })
  }
  if (!canUndo(change)) return noticePage(language, common.expired, texts.expiredText)
  const { passkeys, isRequired } = change.before
  const labels = passkeys.map(({ label }) => label).join(', ')
  return {
    language,
    title: texts.title,
    content: html`
      <h1>${texts.heading}</h1>
      <dl>
        <div><dt>${texts.changed}</dt><dd>${utcTime(change.changedAt, language)}</dd></div>
        <div><dt>${texts.before}</dt><dd>${labels === '' ? texts.none : labels}</dd></div>
      </dl>
      <p class="warning">${isRequired ? texts.protectedAgain : texts.openAgain}</p>
      <form method="post" action="${formPath(UNDO_PATH, language)}">
        <input type="hidden" name="t" value="${token}">
        <button name="decision" value="undo">${texts.title}</button>
      </form>`,
  }
}
