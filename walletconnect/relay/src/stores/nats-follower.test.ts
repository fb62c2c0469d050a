import { NATS_PROGRAM, startNatsServer } from '@bullring/stack/testing/nats-server'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openMailboxes } from '../app/open-mailboxes.ts'
import { parseConfig } from '../config.ts'

test.skipIf(NATS_PROGRAM === null)('following ends when it stops while it starts', async () => {
  const server = await startNatsServer()
  onTestFinished(() => server.stop())
  const variables = { RELAY_NATS_URLS: server.url }
  const mailboxes = await openMailboxes(parseConfig(variables), pino({ level: 'silent' }), Date.now)
  onTestFinished(() => mailboxes.close())
  const stopping = new AbortController()
  const following = mailboxes.follow(() => undefined, stopping.signal)
  stopping.abort()
  expect(await following).toBeUndefined()
  expect(await mailboxes.follow(() => undefined, stopping.signal)).toBeUndefined()
})
