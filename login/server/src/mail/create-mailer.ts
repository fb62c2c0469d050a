import type { Brand } from '@bullring/server/brand/read-brand'
import { isLoopbackHost } from '@bullring/server/http/site-hosts'
import { createTransport } from 'nodemailer'
import { MailNotSentError } from './errors.ts'
import { type MailContent, renderMail } from './render-mail.ts'

/** Sends a mail to one address. */
export type SendMail = (to: string, mail: MailContent) => Promise<void>

/** Sends mails, and tests the mail server. */
export type Mailer = {
  /** @throws {MailNotSentError} */
  send: SendMail
  /** Resolves to true when the mail server accepts our login. */
  isReachable: () => Promise<boolean>
  close: () => void
}

export type MailerOptions = {
  /** smtp:// or smtps:// URL of the mail server. */
  url: string
  /** Sender: an address, or a name and an address. */
  from: string
  /** The operator's own, in whose name and colours mails are; null for the product's. */
  brand?: Brand | null
}

/** The visitor waits for the mail, and the frame for 30 s at most. */
const TIMEOUTS = {
  dnsTimeout: 5_000,
  connectionTimeout: 8_000,
  greetingTimeout: 8_000,
  socketTimeout: 10_000,
}

/**
 * Creates a mailer. A mail server on another machine must offer TLS: codes and links must not be readable on the way.
 */
export function createMailer({ url, from, brand = null }: MailerOptions): Mailer {
  const { hostname, protocol } = new URL(url)
  const transport = createTransport({
    url,
    ...TIMEOUTS,
    pool: true,
    maxConnections: 4,
    requireTLS: protocol === 'smtp:' && !isLoopbackHost(hostname),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async (to, content) => {
      const { subject, html, text } = await renderMail(content, brand)
      const mail = {
        from,
        // An object, so that nothing in the address is read as a second recipient.
        to: { name: '', address: to },
        subject,
        html,
        text,
        // No automatic replies (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
      }
      await transport.sendMail(mail).catch((cause: Error) => {
        throw new MailNotSentError({ cause })
      })
    },
    isReachable: () => transport.verify(),
    close: () => transport.close(),
  }
}
