import { request } from 'node:http'
import { createMailer, type Mailer } from '@bullring/login-server/mail/create-mailer'
import { MailNotSentError } from '@bullring/login-server/mail/errors'
import type { MailContent } from '@bullring/login-server/mail/render-mail'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReceivedMail } from './mailbox.ts'
import { type MailServer, startMailServer } from './start-mail-server.ts'

let server: MailServer
let mailer: Mailer

beforeAll(async () => {
  server = await startMailServer({ port: 0 })
  mailer = createMailer({ url: server.smtpUrl, from: 'Bullring <login@bullring.example>' })
})
afterAll(async () => {
  mailer.close()
  await server.stop()
})

async function send(to: string, subject: string, code?: string): Promise<void> {
  await mailer.send(to, mailOf(subject, code))
}

function mailOf(subject: string, code?: string): MailContent {
  const texts = { subject, preview: '', heading: subject, paragraphs: [], notes: [] }
  return { language: 'en', ...texts, ...(code !== undefined && { code }) }
}

async function mailsTo(to: string): Promise<readonly ReceivedMail[]> {
  const response = await fetch(`${server.inboxUrl}/mails.json?to=${to}`)
  const { mails } = (await response.json()) as { mails: ReceivedMail[] }
  return mails
}

test('lists the mails to an address, newest first, with their codes', async () => {
  await send('alice@example.com', 'First', '012345')
  await send('bob@example.com', 'Other')
  await send('alice@example.com', 'Second')
  expect(await mailsTo('alice@example.com')).toMatchObject([
    { subject: 'Second', code: null },
    { subject: 'First', code: '012345', from: 'Bullring · login@bullring.example' },
  ])
  const page = await (await fetch(server.inboxUrl)).text()
  expect(page.indexOf('Second')).toBeLessThan(page.indexOf('First'))
  expect(page).toContain('data-copy="012345"')
})

test('shows the texts of a mail as text, and its HTML without scripts', async () => {
  await send('eve@example.com', '<img src=x onerror=alert(1)>')
  const page = await (await fetch(server.inboxUrl)).text()
  expect(page).not.toContain('<img')
  const [mail] = await mailsTo('eve@example.com')
  const frame = await fetch(`${server.inboxUrl}/mails/${mail?.id}`)
  const policy = frame.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain('sandbox allow-popups')
  expect(policy).not.toContain('script')
})

test('error: pages of a name that resolves to this machine cannot read mails', async () => {
  const { hostname, port } = new URL(server.inboxUrl)
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  const path = '/dev/inbox/mails.json'
  const headers = { host: `rebound.example:${port}` }
  request({ hostname, port, path, headers }, (response) => {
    response.resume()
    resolve(response.statusCode)
  }).end()
  expect(await promise).toBe(421)
})

test('error: a page of another origin cannot read mails', async () => {
  const response = await fetch(`${server.inboxUrl}/mails.json`, {
    headers: { origin: 'http://127.0.0.1:3000' },
  })
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
})

test('error: a mailer hands no mail to another machine that offers no TLS', async () => {
  const url = new URL(server.smtpUrl)
  // This machine, by a name that is not known as such.
  url.hostname = '[::ffff:127.0.0.1]'
  const other = createMailer({ url: url.href, from: 'Bullring <login@bullring.example>' })
  const mail = mailOf('Your login code', '123456')
  await expect(other.send('tls@example.com', mail)).rejects.toThrow(MailNotSentError)
  other.close()
  expect(await mailsTo('tls@example.com')).toEqual([])
  await mailer.send('tls@example.com', mail)
  expect(await mailsTo('tls@example.com')).toHaveLength(1)
})
