import type { MailContent } from '@bullring/server/mail/render-mail'
import type { Language } from '@bullring/wire/text/languages'
import { textsIn } from '../texts/texts-in.ts'

/** A device that received what it needs to use or export the wallet. */
export type RecoveringDevice = {
  label: string
  origin: string
  isNew: boolean
  language: Language
}

/** Notifies the owner of a recovery. */
export function recoveryMail(details: RecoveringDevice & { time: string }): MailContent {
  const { label, origin, isNew, language, time } = details
  const { notice: texts, common } = textsIn(language)
  const subject = isNew ? texts.newDevice : texts.unlocked
  return {
    language,
    subject,
    preview: `${label}. ${texts.expected}`,
    heading: subject,
    paragraphs: [isNew ? texts.newDeviceText : texts.unlockedText],
    details: [
      { label: common.device, value: label },
      { label: common.app, value: origin },
      { label: common.time, value: time },
    ],
    notes: [texts.expected, texts.secure],
  }
}
