import type { MailContent } from '@bullring/login-server/mail/render-mail'
import { fill } from '@bullring/wire/text/fill'
import type { Language } from '@bullring/wire/text/languages'
import { textsIn } from '../texts/texts-in.ts'
import type { DeviceRequest } from './device-requests.queries.ts'

type DeviceMail = DeviceRequest & { language: Language; url: string; time: string }

/** Returns the mail with the link that lets a device log in. */
export function deviceMail({ language, label, origin, ip, time, url }: DeviceMail): MailContent {
  const { login: texts, common, decision } = textsIn(language)
  return {
    language,
    subject: texts.subject,
    preview: fill(texts.preview, { device: label }),
    heading: texts.subject,
    paragraphs: [texts.text, decision.details],
    button: { label: texts.review, url },
    details: [
      { label: common.device, value: label },
      { label: common.app, value: origin },
      { label: common.ip, value: ip },
      { label: common.time, value: time },
    ],
    notes: [decision.expires, texts.otherwise],
  }
}
