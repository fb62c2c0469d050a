import type { MailContent } from '@bullring/server/mail/render-mail'

/** Tells the owner that a device received what it needs to use or export the wallet. */
export function recoveryMail(details: {
  label: string
  origin: string
  time: string
}): MailContent {
  return {
    subject: 'A device was added to your wallet',
    preview: `${details.label}. If this was you, there is nothing to do.`,
    heading: 'A device was added to your wallet',
    paragraphs: [
      'A device logged in with this address and received what it needs to use your wallet.',
    ],
    details: [
      { label: 'Device', value: details.label },
      { label: 'App', value: details.origin },
      { label: 'Time', value: details.time },
    ],
    notes: [
      'If this was you, there is nothing to do.',
      'If not: someone can read your mail. Secure your mailbox, revoke the device on the wallet’s dashboard, and move your coins to another wallet.',
    ],
  }
}
