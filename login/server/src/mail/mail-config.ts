import * as z from 'zod'

/** URL of the mail server, with user and password if it needs them. */
export const SmtpUrl = z.url({
  protocol: /^smtps?$/,
  error: 'must be an smtp:// or smtps:// URL',
})

/** Sender of mails, `Name <address>` or an address. */
export const MailFrom = z
  .string()
  .regex(
    /^(?:[^<>\r\n"@,;]{1,80} <[^<>\s@]+@[^<>\s@]+>|[^<>\s@,;]+@[^<>\s@,;]+)$/,
    'must be an address, or a name and an address such as Bullring <login@bullring.example>',
  )
