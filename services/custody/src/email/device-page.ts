import { formPath } from '@bullring/server/mail/mail-language'
import { utcTime } from '@bullring/server/mail/utc-time'
import { decidedPage, MAIL_PAGE, noticePage } from '@bullring/server/pages/mail-page'
import type { Html } from '@bullring/server/pages/page'
import { fill } from '@bullring/wire/text/fill'
import type { Language } from '@bullring/wire/text/languages'
import { html } from 'hono/html'
import { textsIn } from '../texts/texts-in.ts'
import type { FoundRequest } from './device-requests.queries.ts'

/** Where the page behind a device link is. */
export const DEVICE_PATH = '/device'

/** Returns the page that shows a login, and takes the decision. */
export function devicePage(request: FoundRequest, token: string, language: Language): Html {
  const { login: texts, common } = textsIn(language)
  if (request.state === 'approved') {
    const { approved: title, approvedText: text } = texts
    return decidedPage(language, { look: 'approved', title, text, note: common.close })
  }
  if (request.state === 'rejected') {
    const { rejected: title, rejectedText: text, rejectedNote: note } = texts
    return decidedPage(language, { look: 'rejected', title, text, note })
  }
  if (request.isExpired) return noticePage(language, common.expired, texts.expiredText)
  const { email, label, origin, ip, createdAt } = request
  return MAIL_PAGE.render({
    language,
    title: texts.subject,
    content: html`
      <h1>${texts.subject}</h1>
      <p>${fill(texts.asks, { email })}</p>
      <dl>
        <div><dt>${common.device}</dt><dd>${label}</dd></div>
        <div><dt>${common.app}</dt><dd>${origin}</dd></div>
        <div><dt>${common.ip}</dt><dd>${ip}</dd></div>
        <div><dt>${common.time}</dt><dd>${utcTime(createdAt, language)}</dd></div>
      </dl>
      <p class="warning">${texts.warning}</p>
      <form method="post" action="${formPath(DEVICE_PATH, language)}">
        <input type="hidden" name="t" value="${token}">
        <button name="decision" value="approve">${common.approve}</button>
        <button class="reject" name="decision" value="reject">${common.reject}</button>
      </form>`,
  })
}
