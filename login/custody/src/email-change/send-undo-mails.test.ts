import { randomUUID } from 'node:crypto'
import type { MailContent } from '@bullring/login-server/mail/render-mail'
import type { TestDatabase } from '@bullring/server/testing/test-database'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { CustodyTables } from '../db/schema.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { sendUndoMails } from './send-undo-mails.ts'

const NOW_S = 1_795_000_000

let database: TestDatabase<CustodyTables>

// Without the service, which would send the mails itself.
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
})
afterAll(() => database.drop())

/** Stores changes whose owners were not notified. Returns their earlier addresses. */
async function storeChanges(count: number): Promise<string[]> {
  const { db } = database
  const emails = Array.from({ length: count }, () => `${randomUUID()}@example.com`)
  for (const email of emails) {
    const user = await db
      .insertInto('users')
      .values({ created_at: NOW_S })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('email_changes')
      .values({
        user_id: user.id,
        device_id: 'device',
        new_email: `new-${email}`,
        old_email: email,
        notice_email: email,
        origin: 'https://app.example',
        ip: '127.0.0.1',
        label: 'Firefox',
        state: 'applied',
        created_at: NOW_S,
        expires_at: NOW_S,
        applied_at: NOW_S,
      })
      .execute()
  }
  return emails
}

function send(sendMail: (to: string, mail: MailContent) => Promise<void>): Promise<void> {
  return sendUndoMails({
    db: database.db,
    sendMail,
    publicOrigin: 'https://wallet.example',
    nowS: () => NOW_S,
    log: pino({ level: 'silent' }),
  })
}

test('each owner gets one mail, also from several processes at the same time', async () => {
  const emails = await storeChanges(3)
  const sent: string[] = []
  const sendMail = (to: string) => {
    sent.push(to)
    return Promise.resolve()
  }
  await Promise.all([send(sendMail), send(sendMail), send(sendMail)])
  expect(sent.toSorted()).toEqual(emails.toSorted())
})

test('a mail that fails keeps no other back, and is sent by the next run', async () => {
  const emails = await storeChanges(3)
  const sent: string[] = []
  await send((to) => {
    if (to === emails[0]) return Promise.reject(new TypeError('refused'))
    sent.push(to)
    return Promise.resolve()
  })
  expect(sent.toSorted()).toEqual(emails.slice(1).toSorted())
  await send((to) => {
    sent.push(to)
    return Promise.resolve()
  })
  expect(sent).toHaveLength(3)
  expect(sent.at(-1)).toBe(emails[0])
})
