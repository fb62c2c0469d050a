import { formPath } from '@bullring/login-server/mail/mail-language'
import { utcTime } from '@bullring/login-server/mail/utc-time'
import { decidedPage, noticePage } from '@bullring/login-server/pages/mail-page'
import type { Page } from '@bullring/server/page'
import type { Language } from '@bullring/wire/text/languages'
import { html } from 'hono/html'
import { textsIn } from '../texts/texts-in.ts'
import type { LinkedDevice } from './device-links.queries.ts'

/** Path of the page behind the links. */
export const REMOVAL_PATH = '/device/remove'

/** Returns the page that shows a new device, and removes it. */
export function removalPage(device: LinkedDevice, token: string, language: Language): Page {
  const { removalPage: texts, common } = textsIn(language)
  if (device.isRemoved) {
    const { done: title, doneText: text } = texts
    return decidedPage(language, { look: 'approved', title, text, note: common.close })
  }
  if (device.isTooOld) return noticePage(language, common.expired, texts.tooLate)
  return {
    language,
    title: texts.title,
    content: html`
      <h1>${texts.heading}</h1>
      <dl>
        <div><dt>${common.device}</dt><dd>${device.label}</dd></div>
        <div><dt>${common.time}</dt><dd>${utcTime(device.createdAt, language)}</dd></div>
      </dl>
      <p class="warning">${texts.warning}</p>
      <form method="post" action="${formPath(REMOVAL_PATH, language)}">
        <input type="hidden" name="t" value="${token}">
        <button name="decision" value="remove">${texts.title}</button>
      </form>`,
  }
}
