import { Hono } from 'hono'
import { FRAME_POLICY, PAGE_HEADERS } from './inbox-headers.ts'
import { renderInbox } from './inbox-page.ts'
import type { Mailbox } from './mailbox.ts'

/** Routes of the mailbox page: the page, its JSON for tests, and the HTML of a mail for the page's frame. */
export function inboxApp(mailbox: Mailbox): Hono {
  const app = new Hono().basePath('/dev/inbox')
  app.get('/', async (c) => c.body(await renderInbox(mailbox.mails()), 200, PAGE_HEADERS))
  app.get('/mails.json', (c) => {
    const to = c.req.query('to')?.toLowerCase()
    const mails = mailbox.mails().filter((mail) => to === undefined || isTo(mail.to, to))
    return c.json({ mails: mails.map(({ html: _, ...mail }) => mail) }, 200, {
      'cache-control': 'no-store',
    })
  })
  app.get('/mails/:id', (c) => {
    const mail = mailbox.mails().find(({ id }) => id === c.req.param('id'))
    if (mail === undefined) return c.text('This mail is gone.', 404)
    // Links open in a new tab: the frame itself may not leave the mail.
    return c.body(`<base target="_blank">${mail.html ?? ''}`, 200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': FRAME_POLICY,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
  })
  return app
}

function isTo(recipients: readonly string[], address: string): boolean {
  return recipients.some((each) => each.toLowerCase() === address)
}
