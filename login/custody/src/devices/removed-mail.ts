import { type Place, placeDetails } from '@bullring/login-server/mail/place'
import type { MailContent } from '@bullring/login-server/mail/render-mail'
import { utcTime } from '@bullring/login-server/mail/utc-time'
import type { Language } from '@bullring/wire/text/languages'
import { textsIn } from '../texts/texts-in.ts'

/** A device that was removed from a wallet, and from where. */
export type RemovedDevice = { label: string; place: Place; language: Language; time: number }

/** Notifies the owner of a removed device. A removal cannot be undone: the device's share is gone, and it can log in again. */
export function removedMail({ label, place, language, time }: RemovedDevice): MailContent {
  const { notice: texts, common } = textsIn(language)
  return {
    language,
    subject: texts.removed,
    preview: `${label}. ${common.expected}`,
    heading: texts.removed,
    paragraphs: [texts.removedText],
    details: [
      { label: texts.removedDevice, value: label },
      { label: common.time, value: utcTime(time, language) },
      ...placeDetails(language, place),
    ],
    notes: [common.expected, texts.removedSecure],
  }
}
