import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkMail } from './check-mail.ts'
import { runChecks } from './run-checks.ts'

const FROM = 'Bullring <login@bullring.example>'

let server: SMTPServer
let port = 0
let mails: string[] = []

beforeEach(async () => {
  mails = []
  server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onAuth: ({ username, password }, _, done) =>
      username === 'user' && password === 'right'
        ? done(null, { user: 'user' })
        : done(new Error('Invalid login')),
    onData: (stream, { envelope }, done) => {
      mails.push(...envelope.rcptTo.map(({ address }) => address))
      stream.resume().on('end', () => done())
    },
  })
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  port = (listening.address() as AddressInfo).port
})

afterEach(() => new Promise<void>((resolve) => server.close(resolve)))

async function examine(url: string, recipient: string | null = null) {
  const check = checkMail({ url, from: FROM }, recipient)
  const [finding] = await runChecks([check], new AbortController().signal)
  return finding
}

test('logs in, and sends no mail unless asked', async () => {
  expect(await examine(`smtp://user:right@127.0.0.1:${port}`)).toMatchObject({ state: 'on' })
  expect(mails).toEqual([])
})

test('sends a real mail', async () => {
  const finding = await examine(`smtp://user:right@127.0.0.1:${port}`, 'you@example.org')
  expect(finding).toMatchObject({ state: 'on', why: expect.stringContaining('you@example.org') })
  expect(mails).toEqual(['you@example.org'])
})

test.each([
  ['a wrong password', () => `smtp://user:wrong@127.0.0.1:${port}`, 'Invalid login'],
  ['a closed port', () => 'smtp://127.0.0.1:1', 'ECONNREFUSED'],
])('reports %s', async (_, url, why) => {
  const finding = await examine(url())
  expect(finding).toMatchObject({ state: 'broken', setting: 'MAIL_URL' })
  expect(finding?.why).toContain(why)
})
