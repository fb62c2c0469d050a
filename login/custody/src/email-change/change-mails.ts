import { type Place, placeDetails } from '@bullring/login-server/mail/place'
import type { MailContent } from '@bullring/login-server/mail/render-mail'
import { fill } from '@bullring/wire/text/fill'
import type { Language } from '@bullring/wire/text/languages'
import { textsIn } from '../texts/texts-in.ts'

type ChangeMail = {
  language: Language
  newEmail: string
  label: string
  origin: string
  ip: string
  time: string
  url: string
}

/** Returns the mail to the current address with the link that approves a new one. */
export function changeMail({
  language,
  newEmail,
  label,
  origin,
  ip,
  time,
  url,
}: ChangeMail): MailContent {
  const { change: texts, common, decision } = textsIn(language)
  const subject = fill(texts.subject, { email: newEmail })
  return {
    language,
    subject,
    preview: texts.preview,
    heading: subject,
    paragraphs: [fill(texts.text, { email: newEmail }), decision.details],
    button: { label: texts.review, url },
    details: [
      { label: common.newEmail, value: newEmail },
      { label: common.device, value: label },
      { label: common.app, value: origin },
      { label: common.ip, value: ip },
      { label: common.time, value: time },
    ],
    notes: [decision.expires, texts.otherwise],
  }
}

/** Returns the mail to the first address of a wallet, with the link that approves it. */
export function firstEmailMail({ language, label, ip, time, url }: ChangeMail): MailContent {
  const { first: texts, change, common, decision } = textsIn(language)
  return {
    language,
    subject: texts.subject,
    preview: change.preview,
    heading: texts.subject,
    paragraphs: [texts.text, decision.details],
    button: { label: change.review, url },
    details: [
      { label: common.device, value: label },
      { label: common.ip, value: ip },
      { label: common.time, value: time },
    ],
    notes: [decision.expires, texts.otherwise],
  }
}

type ChangedMail = Pick<ChangeMail, 'language' | 'newEmail' | 'time' | 'url'> & {
  /** Null when `newEmail` is the first one. */
  oldEmail: string | null
  place: Place
}

/** Returns the mail to the logins of before, with the link that removes a wallet's first address. */
export function addedMail(mail: ChangedMail): MailContent {
  const { first: texts } = textsIn(mail.language)
  return undoMail(mail, {
    subject: texts.added,
    paragraphs: [fill(texts.addedText, { email: mail.newEmail }), texts.undo],
    otherwise: texts.secure,
  })
}

/** Returns the mail to the logins of before, with the link that undoes the change. */
export function changedMail(mail: ChangedMail): MailContent {
  const { change: texts } = textsIn(mail.language)
  const earlier = mail.oldEmail ?? ''
  return undoMail(mail, {
    subject: texts.changed,
    paragraphs: [fill(texts.changedText, { earlier, email: mail.newEmail }), texts.undo],
    otherwise: fill(texts.secure, { earlier }),
  })
}

function undoMail(
  { language, newEmail, time, url, place }: ChangedMail,
  says: { subject: string; paragraphs: readonly string[]; otherwise: string },
): MailContent {
  const { common } = textsIn(language)
  return {
    language,
    subject: says.subject,
    preview: common.expected,
    heading: says.subject,
    paragraphs: says.paragraphs,
    button: { label: common.notMe, url },
    details: [
      { label: common.newEmail, value: newEmail },
      { label: common.time, value: time },
      ...placeDetails(language, place),
    ],
    notes: [common.expected, says.otherwise],
  }
}

/** A change of address that was undone. */
export type UndoneEmail = {
  /** Null when the wallet has none again. */
  oldEmail: string | null
  newEmail: string
  language: Language
  time: string
  place: Place
}

/** Notifies the logins of before and after of an undone change. That cannot be undone: a thief could repeat it for ever. */
export function undoneMail({
  oldEmail,
  newEmail,
  language,
  time,
  place,
}: UndoneEmail): MailContent {
  const { undone: texts, common } = textsIn(language)
  const subject = oldEmail === null ? texts.removed : texts.changedBack
  const text =
    oldEmail === null
      ? fill(texts.removedText, { email: newEmail })
      : fill(texts.changedBackText, { email: oldEmail })
  return {
    language,
    subject,
    preview: common.expected,
    heading: subject,
    paragraphs: [text],
    details: [{ label: common.time, value: time }, ...placeDetails(language, place)],
    notes: [common.expected, texts.secure],
  }
}
