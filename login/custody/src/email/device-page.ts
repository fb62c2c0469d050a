import { formPath } from '@bullring/login-server/mail/mail-language'
import { utcTime } from '@bullring/login-server/mail/utc-time'
import { decidedPage, noticePage } from '@bullring/login-server/pages/mail-page'
import type { Html, Page } from '@bullring/server/page'
import { fill } from '@bullring/wire/text/fill'
import type { Language } from '@bullring/wire/text/languages'
import { html } from 'hono/html'
import { textsIn } from '../texts/texts-in.ts'
import type { FoundRequest } from './device-requests.queries.ts'

/** Path of the page behind a device link. */
export const DEVICE_PATH = '/device'

type PageState = {
  token: string
  language: Language
  /** Code by which the request was found; none for the request of the link. */
  code?: string
  /** A code that belongs to no request. */
  unknownCode?: string
}

/** Returns the page that shows a login, and takes the decision. */
export function devicePage(request: FoundRequest, state: PageState): Page {
  const { language } = state
  const { login: texts, common } = textsIn(language)
  const { otherDevice } = texts
  // The login of the link is not shown: the reader means another one.
  if (state.unknownCode !== undefined) {
    const content = html`<h1>${otherDevice}</h1>${codeForm(state)}`
    return { language, title: otherDevice, content }
  }
  const more =
    state.code === undefined
      ? html`<details><summary>${otherDevice}</summary>${codeForm(state)}</details>`
      : ''
  if (request.state === 'approved') {
    const { approved: title, approvedText: text } = texts
    return decidedPage(language, { look: 'approved', title, text, note: common.close, more })
  }
  if (request.state === 'rejected') {
    const { rejected: title, rejectedText: text, rejectedNote: note } = texts
    return decidedPage(language, { look: 'rejected', title, text, note, more })
  }
  if (request.isExpired) return noticePage(language, common.expired, texts.expiredText, more)
  const content = html`${pendingContent(request, state)}${more}`
  return { language, title: texts.subject, content }
}

function pendingContent(
  { email, label, origin, ip, createdAt }: FoundRequest,
  { token, language, code }: PageState,
): Html {
  const { login: texts, common, decision } = textsIn(language)
  return html`
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
      ${code === undefined ? '' : html`<input type="hidden" name="code" value="${code}">`}
      <button name="decision" value="approve">${decision.approve}</button>
      <button class="reject" name="decision" value="reject">${decision.reject}</button>
    </form>`
}

/** Takes the code of a device for which no link was mailed. */
function codeForm({ token, language, unknownCode }: PageState): Html {
  const { login: texts } = textsIn(language)
  return html`
    <form class="field" method="post" action="${formPath(DEVICE_PATH, language)}">
      <input type="hidden" name="t" value="${token}">
      <label for="code">${texts.code}</label>
      <input id="code" name="code" value="${unknownCode ?? ''}" maxlength="20" required
        autocomplete="off" autocapitalize="characters" spellcheck="false">
      ${unknownCode === undefined ? '' : html`<p class="warning" role="alert">${texts.unknownCode}</p>`}
      <button name="decision" value="find">${texts.findCode}</button>
    </form>`
}
