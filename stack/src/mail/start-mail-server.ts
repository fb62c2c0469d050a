import { guardSite } from '@bullring/server/http/guard-site'
import { listen } from '@bullring/server/http/listen'
import { nodeListener } from '@bullring/server/http/node-listener'
import { inboxApp } from './inbox-app.ts'
import { createMailbox } from './mailbox.ts'
import { startSmtp } from './start-smtp.ts'

/** The local mail server and its mailbox page. */
export type MailServer = {
  /** For `MAIL_URL` and `MAIL_URL`. */
  smtpUrl: string
  /** Page that shows the mails; its JSON is at `/mails.json` below it. */
  inboxUrl: string
  stop: () => Promise<void>
}

/**
 * Starts the mail server of a local chain. Its page shows every login code, so it accepts connections from this machine
 * only.
 *
 * @param port - Port of the page; 0 selects a free one.
 * @throws {CannotListenError}
 */
export async function startMailServer({ port }: { port: number }): Promise<MailServer> {
  const mailbox = createMailbox()
  const smtp = await startSmtp(mailbox)
  try {
    const site = { publicOrigin: null, allowedOrigins: [], proxies: 0, urlVariable: 'localhost' }
    const { fetch } = inboxApp(mailbox)
    const guarded = guardSite(nodeListener(fetch), site)
    const page = await listen(guarded, { host: '127.0.0.1', port })
    return {
      smtpUrl: smtp.url,
      inboxUrl: `${page.url}/dev/inbox`,
      stop: async () => {
        await Promise.all([page.close(), smtp.stop()])
      },
    }
  } catch (error) {
    await smtp.stop()
    throw error
  }
}
