import { type RenderedMail, renderMail } from '@bullring/server/mail/render-mail'

/** Where a share went. */
export type ReleaseNotice = { time: Date; ip: string; browser: string; app: string }

/** Renders the notice that a wallet was set up on another device. */
export function renderReleaseMail({
  time,
  ip,
  browser,
  app,
}: ReleaseNotice): Promise<RenderedMail> {
  return renderMail({
    subject: 'Your wallet was opened on another device',
    preview: 'Was this you? Then there is nothing to do.',
    heading: 'Your wallet was opened on another device',
    paragraphs: [
      'Someone who can read your mail has just logged in and set up your wallet in another browser, had its private key shown, or added a passkey.',
    ],
    details: [
      { label: 'When', value: time.toUTCString() },
      { label: 'Where', value: `IP address ${ip}` },
      { label: 'Browser', value: browser },
      { label: 'App', value: app },
    ],
    notes: [
      'Was this you? Then there is nothing to do.',
      'If not, change the password of your mailbox now, then log in to your wallet, remove the device from the list in its settings, and move what it holds to another wallet.',
    ],
  })
}
