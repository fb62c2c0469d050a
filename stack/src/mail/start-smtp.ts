import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { Mailbox } from './mailbox.ts'

const MAX_BYTES = 1_000_000
const HOST = '127.0.0.1'

/** A running SMTP server. */
export type SmtpServer = { url: string; stop: () => Promise<void> }

/** Starts an SMTP server that delivers every mail to `mailbox`. Only this machine can connect to it. */
export async function startSmtp(mailbox: Mailbox): Promise<SmtpServer> {
  const server = new SMTPServer({
    name: 'bullring.localhost',
    size: MAX_BYTES,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData: (stream, { envelope }, done) => {
      const recipients = envelope.rcptTo.map(({ address }) => address)
      stream
        .toArray()
        .then((chunks) => mailbox.receive(Buffer.concat(chunks), recipients))
        .then(() => done(), done)
    },
  })
  // A client that leaves in the middle of a mail is no error of ours.
  server.on('error', () => undefined)
  const listening = server.listen(0, HOST)
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return {
    url: `smtp://${HOST}:${port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
