import { type Place, placeDetails } from '@bullring/login-server/mail/place'
import type { MailContent } from '@bullring/login-server/mail/render-mail'
import type { Language } from '@bullring/wire/text/languages'
import { textsIn } from '../texts/texts-in.ts'

/** A device that received the share it needs to use or export the wallet. */
export type RecoveringDevice = { place: Place; isNew: boolean; language: Language }

/**
 * Notifies the owner of a recovery.
 *
 * @param details - `removeUrl` leads to the page that removes a new device. A device that had the wallet before may be the
 * owner's only one, and what it unlocked is out.
 */
export function recoveryMail(
  details: RecoveringDevice & { time: string; removeUrl: string | null },
): MailContent {
  const { place, isNew, language, time, removeUrl } = details
  const { notice: texts, common } = textsIn(language)
  const subject = isNew ? texts.newDevice : texts.unlocked
  const text = isNew ? texts.newDeviceText : texts.unlockedText
  return {
    language,
    subject,
    preview: `${place.device}. ${common.expected}`,
    heading: subject,
    paragraphs: removeUrl === null ? [text] : [text, texts.removeNew],
    ...(removeUrl !== null && { button: { label: common.notMe, url: removeUrl } }),
    details: [...placeDetails(language, place), { label: common.time, value: time }],
    notes: [common.expected, texts.secure],
  }
}
