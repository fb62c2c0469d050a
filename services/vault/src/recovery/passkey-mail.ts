import { type RenderedMail, renderMail } from '@bullring/server/mail/render-mail'
import { utcTime } from '@bullring/server/mail/utc-time'
import type { PasskeyChangeKind } from '../db/schema.ts'

const TEXTS: Readonly<Record<PasskeyChangeKind, { subject: string; paragraph: string }>> = {
  added: {
    subject: 'A passkey was added to your wallet',
    paragraph: 'A passkey was added to your wallet from a browser that is logged in to it.',
  },
  required: {
    subject: 'A passkey now protects your wallet',
    paragraph:
      'From now on, a new device needs one of your passkeys besides the link and the code, and four days from now our servers alone cannot open your wallet. If you lose all of them, only devices that already have the wallet, and your recovery phrase, open it.',
  },
  removed: {
    subject: 'A passkey was removed from your wallet',
    paragraph:
      'A passkey was removed from your wallet from a browser that is logged in to it. If it was the last one, new devices need only the link and the code again.',
  },
  undone: {
    subject: 'Your wallet’s passkeys were changed back',
    paragraph:
      'A change of your wallet’s passkeys was undone with the link in an email: the passkeys are those from before it. Your wallet asks for a new login where that matters.',
  },
  'email-undone': {
    subject: 'Passkeys were removed from your wallet',
    paragraph:
      'You undid the change of your wallet’s email. That removed the passkeys that had been added lately: they could have been someone else’s. New devices need only the link and the code until you add a passkey again.',
  },
}

type PasskeyNotice = { kind: PasskeyChangeKind; changedAt: number; undoUrl: string | null }

/** Renders the notice of a change, with the link that undoes it. */
export function renderPasskeyMail({
  kind,
  changedAt,
  undoUrl,
}: PasskeyNotice): Promise<RenderedMail> {
  const { subject, paragraph } = TEXTS[kind]
  const undo = 'For 72 hours, the link below puts the passkeys back as they were before.'
  return renderMail({
    subject,
    preview: 'If this was you, there is nothing to do.',
    heading: subject,
    paragraphs: undoUrl === null ? [paragraph] : [paragraph, undo],
    ...(undoUrl !== null && { button: { label: 'This was not me', url: undoUrl } }),
    details: [{ label: 'Time', value: utcTime(changedAt) }],
    notes: [
      'If this was you, there is nothing to do.',
      'If not: change the password of your mailbox, undo the change, log in to your wallet, remove unknown devices, and move what it holds to another wallet.',
    ],
  })
}
