import type { MailContent } from '@bullring/server/mail/render-mail'
import type { DeviceRequest } from './device-requests.queries.ts'

/** The mail with the link that lets a device log in. */
export function deviceMail(request: DeviceRequest & { url: string; time: string }): MailContent {
  const { label, origin, ip, time, url } = request
  return {
    subject: 'Approve this login',
    preview: `${label} wants to log in to your wallet.`,
    heading: 'Approve this login',
    paragraphs: [
      'A device that has not used your wallet before wants to log in with this address.',
      'The link shows you the details. Nothing happens until you press Approve there.',
    ],
    button: { label: 'Review this login', url },
    details: [
      { label: 'Device', value: label },
      { label: 'App', value: origin },
      { label: 'IP address', value: ip },
      { label: 'Time', value: time },
    ],
    notes: [
      'The link expires in 20 minutes.',
      'If this was not you, press Reject on that page, or ignore this email. Never approve a login because someone asks you to.',
    ],
  }
}
