import type { MailContent } from '@bullring/server/mail/render-mail'
import { utcTime } from '@bullring/server/mail/utc-time'
import type { Language } from '@bullring/wire/text/languages'
import { textsIn } from '../texts/texts-in.ts'

/** A device that was removed from a wallet. */
export type RemovedDevice = { label: string; language: Language; time: number }

/** Notifies the owner of a removed device. A removal cannot be undone: the device's share is gone, and it can log in again. */
export function removedMail({ label, language, time }: RemovedDevice): MailContent {
  const { notice: texts, common } = textsIn(language)
  return {
    language,
    subject: texts.removed,
    preview: `${label}. ${texts.expected}`,
    heading: texts.removed,
    paragraphs: [texts.removedText],
    details: [
      { label: common.device, value: label },
      { label: common.time, value: utcTime(time, language) },
    ],
    notes: [texts.expected, texts.removedSecure],
  }
}
