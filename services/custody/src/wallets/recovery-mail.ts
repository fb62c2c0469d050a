import type { MailContent } from '@bullring/server/mail/render-mail'

/** A device that received what it needs to use or export the wallet. */
export type RecoveringDevice = { label: string; origin: string; isNew: boolean }

const TEXTS = {
  new: {
    subject: 'A device was added to your wallet',
    paragraph: 'A device logged in with this address and can now use your wallet.',
  },
  known: {
    subject: 'Your wallet was unlocked on one of your devices',
    paragraph:
      'A device that already has your wallet logged in with this address and unlocked it, for example to show the recovery phrase.',
  },
} as const

/** Notifies the owner of a recovery. */
export function recoveryMail(details: RecoveringDevice & { time: string }): MailContent {
  const { subject, paragraph } = TEXTS[details.isNew ? 'new' : 'known']
  return {
    subject,
    preview: `${details.label}. If this was you, there is nothing to do.`,
    heading: subject,
    paragraphs: [paragraph],
    details: [
      { label: 'Device', value: details.label },
      { label: 'App', value: details.origin },
      { label: 'Time', value: details.time },
    ],
    notes: [
      'If this was you, there is nothing to do.',
      'If not, someone can read your email. Secure your mailbox, remove the device on the wallet’s dashboard, and move your coins to another wallet.',
    ],
  }
}
