import { type RenderedMail, renderMail } from '@bullring/server/mail/render-mail'

/** What changed about the passkeys of a wallet. */
export type PasskeyChange = 'added' | 'required' | 'removed'

const TEXTS: Readonly<Record<PasskeyChange, { subject: string; paragraph: string }>> = {
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
}

/** Renders the notice of a change. */
export function renderPasskeyMail(change: PasskeyChange, time: Date): Promise<RenderedMail> {
  const { subject, paragraph } = TEXTS[change]
  return renderMail({
    subject,
    preview: 'If this was you, there is nothing to do.',
    heading: subject,
    paragraphs: [paragraph],
    details: [{ label: 'When', value: time.toUTCString() }],
    notes: [
      'If this was you, there is nothing to do.',
      'If it was not, change the password of your mailbox now, log in to your wallet, remove unknown devices and passkeys, and move what it holds to another wallet.',
    ],
  })
}
