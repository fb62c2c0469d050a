import { type Place, placeDetails } from '@bullring/login-server/mail/place'
import type { MailContent } from '@bullring/login-server/mail/render-mail'
import { utcTime } from '@bullring/login-server/mail/utc-time'
import type { Language } from '@bullring/wire/text/languages'
import type { PasskeyChangeKind } from '../db/schema.ts'
import { type Texts, textsIn } from '../texts/texts-in.ts'

type PasskeyNotice = {
  kind: PasskeyChangeKind
  language: Language
  changedAt: number
  /** Null when it is not known. */
  place: Place | null
  undoUrl: string | null
}

/** Returns the notice of a change, with the link that undoes it. */
export function passkeyMail({
  kind,
  language,
  changedAt,
  place,
  undoUrl,
}: PasskeyNotice): MailContent {
  const { passkeys: texts, common } = textsIn(language)
  const { subject, paragraph } = saysOf(kind, texts)
  return {
    language,
    subject,
    preview: common.expected,
    heading: subject,
    paragraphs: undoUrl === null ? [paragraph] : [paragraph, texts.undo],
    ...(undoUrl !== null && { button: { label: common.notMe, url: undoUrl } }),
    details: [
      { label: common.time, value: utcTime(changedAt, language) },
      ...placeDetails(language, place),
    ],
    notes: [common.expected, texts.otherwise],
  }
}

function saysOf(kind: PasskeyChangeKind, texts: Texts['passkeys']) {
  switch (kind) {
    case 'added':
      return { subject: texts.added, paragraph: texts.addedText }
    case 'required':
      return { subject: texts.required, paragraph: texts.requiredText }
    case 'removed':
      return { subject: texts.removed, paragraph: texts.removedText }
    case 'undone':
      return { subject: texts.undone, paragraph: texts.undoneText }
    case 'email-undone':
      return { subject: texts.emailUndone, paragraph: texts.emailUndoneText }
  }
}
