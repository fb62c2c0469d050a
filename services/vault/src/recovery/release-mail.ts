import { type RenderedMail, renderMail } from '@bullring/server/mail/render-mail'

/** Where a share went. */
export type ReleaseNotice = { time: Date; ip: string; browser: string; app: string }

/** Renders the notice that a share was handed out. What the page then does with it, the vault cannot know. */
export function renderReleaseMail({
  time,
  ip,
  browser,
  app,
}: ReleaseNotice): Promise<RenderedMail> {
  return renderMail({
    subject: 'Your wallet was unlocked after a login',
    preview: 'If this was you, there is nothing to do.',
    heading: 'Your wallet was unlocked after a login',
    paragraphs: [
      'A browser has logged in to your wallet and unlocked it: to use it there, to show its recovery phrase, or to add a passkey.',
    ],
    details: [
      { label: 'When', value: time.toUTCString() },
      { label: 'Where', value: `IP address ${ip}` },
      { label: 'Browser', value: browser },
      { label: 'App', value: app },
    ],
    notes: [
      'If this was you, there is nothing to do.',
      'If it was not, change the password of your mailbox now, then log in to your wallet, remove the device from the list in its settings, and move what it holds to another wallet.',
    ],
  })
}
