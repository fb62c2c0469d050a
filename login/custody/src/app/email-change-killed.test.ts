import { setTimeout as sleep } from 'node:timers/promises'
import { startService } from '@bullring/stack/start-service'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  applyChange,
  approveChange,
  decideChange,
  readChangeLink,
  signChange,
} from '../testing/email-change.ts'
import { startTestCustody, type TestCustody, testVariables } from '../testing/start-test-custody.ts'
import {
  createUserWithWallet,
  type LoggedIn,
  logInElsewhere,
  newEmail,
} from '../testing/test-user.ts'

let custody: TestCustody

beforeAll(async () => {
  custody = await startTestCustody(inject('postgresUrl'))
})
afterAll(() => custody.stop())

const UNDO_MAIL = /^Your wallet has a new email$/

async function emailOf(user: LoggedIn): Promise<unknown> {
  const { body } = await user.post('/core/session/get')
  return (body['user'] as { email: string } | undefined)?.email
}

/** Milliseconds after which the process is killed. Some requests get through, some do not. */
const DELAYS = [0, 6, 25]

test('a core that is killed while it changes an address has changed all of it or nothing', {
  timeout: 300_000,
}, async () => {
  const { url, database, mail, kek, vaultPublicKey, receiptKey } = custody
  const given = {
    databaseUrl: database.url,
    smtpUrl: mail.smtpUrl,
    kek,
    vaultPublicKey,
    receiptKey,
  }
  for (const delay of DELAYS) {
    const user = await createUserWithWallet(custody)
    const elsewhere = await logInElsewhere(custody, user.email)
    await sql`delete from limit_events where key = ${user.email}`.execute(database.db)
    const next = newEmail()
    await approveChange(custody, user, next)
    const env = testVariables(given)
    const { child, url: childUrl } = await startService({ service: 'custody', env })
    const sent = sendLate(user, next, childUrl)
    await sleep(delay)
    child.process.kill('SIGKILL')
    await Promise.all([child.exited, sent])
    custody.url = url
    const isChanged = (await emailOf(user)) === next
    expect((await elsewhere.post('/core/session/get')).status).toBe(isChanged ? 401 : 200)
    // Repeated, it is complete, and the earlier address gets its mail.
    expect((await applyChange(custody, user, next)).status).toBe(200)
    expect(await emailOf(user)).toBe(next)
    const link = await readChangeLink(custody, user.email, UNDO_MAIL)
    expect(await decideChange(custody, link, 'undo')).toContain('Change undone')
  }
})

/** Sends the change to a process that may be killed before it replies. */
async function sendLate(user: LoggedIn, next: string, childUrl: string): Promise<void> {
  const assertion = await signChange(custody, user, next)
  custody.url = childUrl
  await user.post('/core/email-change/apply', { assertion }).catch(() => null)
}
