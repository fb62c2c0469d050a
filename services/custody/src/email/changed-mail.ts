import type { MailContent } from '@bullring/server/mail/render-mail'

/** Tells the owner at the earlier address that it no longer opens the wallet. */
export function changedMail(details: { email: string; time: string }): MailContent {
  return {
    subject: 'Your wallet has a new email',
    preview: 'If this was you, there is nothing to do.',
    heading: 'Your wallet has a new email',
    paragraphs: ['This address no longer opens your wallet. Log in with the new one from now on.'],
    details: [
      { label: 'New email', value: details.email },
      { label: 'Time', value: details.time },
    ],
    notes: [
      'If this was you, there is nothing to do.',
      'If not: someone can read your mail and use one of your devices. Move your coins to another wallet from a device that is still logged in.',
    ],
  }
}
