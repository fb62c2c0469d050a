import { formPath } from '@bullring/login-server/mail/mail-language'
import { utcTime } from '@bullring/login-server/mail/utc-time'
import { decidedPage, noticePage } from '@bullring/login-server/pages/mail-page'
import type { Page } from '@bullring/server/page'
import { fill } from '@bullring/wire/text/fill'
import type { Language } from '@bullring/wire/text/languages'
import { html } from 'hono/html'
import { textsIn } from '../texts/texts-in.ts'
import type { LinkedChange } from './email-changes.queries.ts'
import { canUndo } from './undo-change.ts'

/** Path of the page behind the links. */
export const CHANGE_PATH = '/email-change'

/** A page behind a mailed link, and when it is shown. */
type Visit = { token: string; language: Language; nowS: number }

/** Returns the page that shows a change of address, and takes the decision. */
export function changePage(change: LinkedChange, visit: Visit): Page {
  return change.kind === 'undo' ? undoPage(change, visit) : approvalPage(change, visit)
}

function approvalPage(change: LinkedChange, visit: Visit): Page {
  const { language, nowS } = visit
  const { changePage: texts, common } = textsIn(language)
  switch (change.state) {
    case 'approved':
    case 'applied':
      return resultPage(language, 'approved', [texts.approved, texts.approvedText])
    case 'rejected':
      return resultPage(language, 'rejected', [texts.rejected, texts.rejectedText])
    case 'undone':
      return noticePage(language, texts.undone, texts.undoneText)
    case 'pending':
      return change.expiresAt <= nowS
        ? noticePage(language, common.expired, texts.expiredText)
        : pendingPage(change, visit)
  }
}

function pendingPage(change: LinkedChange, { token, language }: Visit): Page {
  const { oldEmail, newEmail, label, origin, ip, createdAt } = change
  const { changePage: texts, common, decision } = textsIn(language)
  const title = oldEmail === null ? texts.firstTitle : texts.title
  return {
    language,
    title,
    content: html`
      <h1>${title}</h1>
      <dl>
        ${oldEmail === null ? '' : html`<div><dt>${texts.now}</dt><dd>${oldEmail}</dd></div>`}
        <div><dt>${common.newEmail}</dt><dd>${newEmail}</dd></div>
        <div><dt>${common.device}</dt><dd>${label}</dd></div>
        <div><dt>${common.app}</dt><dd>${origin}</dd></div>
        <div><dt>${common.ip}</dt><dd>${ip}</dd></div>
        <div><dt>${common.time}</dt><dd>${utcTime(createdAt, language)}</dd></div>
      </dl>
      <p class="warning">${texts.warning}</p>
      <form method="post" action="${formPath(CHANGE_PATH, language)}">
        <input type="hidden" name="t" value="${token}">
        <button name="decision" value="approve">${decision.approve}</button>
        <button class="reject" name="decision" value="reject">${decision.reject}</button>
      </form>`,
  }
}

function undoPage(change: LinkedChange, { token, language, nowS }: Visit): Page {
  const { oldEmail, newEmail, state, appliedAt } = change
  const { changePage: texts, common } = textsIn(language)
  if (state === 'undone') {
    const text = oldEmail === null ? texts.undoneFirst : fill(texts.undoneBack, { email: oldEmail })
    return resultPage(language, 'approved', [texts.undone, text])
  }
  if (!canUndo(change, nowS)) return noticePage(language, common.expired, texts.tooLate)
  return {
    language,
    title: texts.undoTitle,
    content: html`
      <h1>${texts.undoHeading}</h1>
      <dl>
        ${oldEmail === null ? '' : html`<div><dt>${texts.earlier}</dt><dd>${oldEmail}</dd></div>`}
        <div><dt>${texts.now}</dt><dd>${newEmail}</dd></div>
        <div><dt>${texts.changed}</dt><dd>${utcTime(appliedAt ?? nowS, language)}</dd></div>
      </dl>
      <p class="warning">${oldEmail === null ? texts.undoFirstWarning : texts.undoWarning}</p>
      <form method="post" action="${formPath(CHANGE_PATH, language)}">
        <input type="hidden" name="t" value="${token}">
        <button name="decision" value="undo">${texts.undoTitle}</button>
      </form>`,
  }
}

/** Returns the page for an earlier address that cannot return. */
export function takenPage(language: Language): Page {
  const { changePage: texts } = textsIn(language)
  return noticePage(language, texts.taken, texts.takenText)
}

function resultPage(
  language: Language,
  look: 'approved' | 'rejected',
  [title, text]: readonly [string, string],
): Page {
  const { close: note } = textsIn(language).common
  return decidedPage(language, { look, title, text, note })
}
