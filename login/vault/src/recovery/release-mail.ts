import { type Place, placeDetails } from '@bullring/login-server/mail/place'
import type { MailContent } from '@bullring/login-server/mail/render-mail'
import { utcTime } from '@bullring/login-server/mail/utc-time'
import type { Language } from '@bullring/wire/text/languages'
import { textsIn } from '../texts/texts-in.ts'

/** Time and place of a handed-out share. */
export type ReleaseNotice = {
  time: number
  place: Place
  language: Language
}

/** Returns the notice that a share was handed out. What the page then does with it, the vault cannot know. */
export function releaseMail({ time, place, language }: ReleaseNotice): MailContent {
  const { release: texts, common } = textsIn(language)
  return {
    language,
    subject: texts.subject,
    preview: common.expected,
    heading: texts.subject,
    paragraphs: [texts.text],
    details: [
      { label: common.time, value: utcTime(time, language) },
      ...placeDetails(language, place),
    ],
    notes: [common.expected, texts.otherwise],
  }
}
