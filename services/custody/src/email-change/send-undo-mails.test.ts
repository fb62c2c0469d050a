import type { RenderedMail } from '@bullring/server/mail/render-mail'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { changeEmail } from '../testing/email-change.ts'
import { startTestCustody, type TestCustody } from '../testing/start-test-custody.ts'
import { createUserWithWallet, newEmail } from '../testing/test-user.ts'
import { sendUndoMails } from './send-undo-mails.ts'

let custody: TestCustody

beforeAll(async () => {
  custody = await startTestCustody(inject('postgresUrl'))
})
afterAll(() => custody.stop())

/** Changes the addresses of so many users, whose mails then count as not sent. Returns their earlier addresses. */
async function changeUnmailed(count: number): Promise<string[]> {
  const users = []
  for (let index = 0; index < count; index += 1) users.push(await createUserWithWallet(custody))
  for (const user of users) await changeEmail(custody, user, newEmail())
  const { db } = custody.database
  const unsent = () =>
    db.selectFrom('email_changes').select('id').where('notified_at', 'is', null).execute()
  await expect.poll(unsent, { timeout: 60_000 }).toEqual([])
  await db.updateTable('email_changes').set({ notified_at: null }).execute()
  return users.map(({ email }) => email)
}

function send(sendMail: (to: string, mail: RenderedMail) => Promise<void>): Promise<void> {
  return sendUndoMails({
    ...{ db: custody.database.db, sendMail, publicOrigin: 'https://wallet.example' },
    ...{ nowS: () => Math.floor(custody.nowMs() / 1_000), log: pino({ level: 'silent' }) },
  })
}

test('each owner gets one mail, also from several processes at the same time', async () => {
  const emails = await changeUnmailed(3)
  const sent: string[] = []
  const sendMail = (to: string) => {
    sent.push(to)
    return Promise.resolve()
  }
  await Promise.all([send(sendMail), send(sendMail), send(sendMail)])
  expect(sent.toSorted()).toEqual(emails.toSorted())
  await custody.database.db.deleteFrom('email_changes').execute()
})

test('a mail that fails keeps no other back, and is sent by the next run', async () => {
  const emails = await changeUnmailed(3)
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
  expect(sent.at(-1)).toBe(emails[0])
  expect(sent).toHaveLength(3)
})
