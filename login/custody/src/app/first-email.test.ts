import { EmailReceipt } from '@bullring/login-api/vault-api/email-receipt'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { decideChange, makeSocial, readChangeLink, signChange } from '../testing/email-change.ts'
import { PUBLIC_ORIGIN, startTestCustody, type TestCustody } from '../testing/start-test-custody.ts'
import {
  createDevice,
  createUserWithWallet,
  logIn,
  logInElsewhere,
  newEmail,
  readMails,
} from '../testing/test-user.ts'

let custody: TestCustody

beforeAll(async () => {
  custody = await startTestCustody(inject('postgresUrl'))
})
afterAll(() => custody.stop())

const LINK_MAIL = /^Add this email/
const UNDO_MAIL = /^An email was added/

type User = Awaited<ReturnType<typeof createUserWithWallet>>

/** A user of another site on the dashboard. */
async function createSocialUser(siteEmail: string | null = newEmail()) {
  const user = await createUserWithWallet(custody, { appOrigin: PUBLIC_ORIGIN })
  await makeSocial(custody, user, siteEmail)
  return { ...user, siteEmail }
}

/** Signs what the vault signs once the code of the new address was typed. */
function signFirst(user: User, email: string): Promise<string> {
  const previous = { provider: 'google', subject: user.email, email: null, name: null } as const
  return signChange(custody, user, email, { previous })
}

async function apply(user: User, email: string) {
  return await user.post('/core/email-change/apply', { assertion: await signFirst(user, email) })
}

async function start(user: User, email: string) {
  return await user.post('/core/email-change/start', { email })
}

/** Adds an address: link, code. */
async function addEmail(user: User, email: string): Promise<void> {
  expect(await start(user, email)).toMatchObject({ status: 200, body: { state: 'pending' } })
  const link = await readChangeLink(custody, email, LINK_MAIL)
  expect(await decideChange(custody, link, 'approve')).toContain('Change approved')
  expect(await apply(user, email)).toMatchObject({ status: 200, body: { email } })
  await endCooldown(email)
}

/** Lets the next mail go out at once. */
async function endCooldown(email: string): Promise<void> {
  await sql`delete from limit_events where key = ${email}`.execute(custody.database.db)
}

async function loginEmailOf(user: User): Promise<unknown> {
  const { body } = await user.post('/core/session/get')
  return (body['user'] as { loginEmail?: unknown } | undefined)?.loginEmail
}

test('the link goes to the new address; approved, and with the vault’s assertion, both logins open the wallet', async () => {
  const user = await createSocialUser()
  const email = newEmail()
  expect(await loginEmailOf(user)).toBeNull()
  await start(user, email)
  expect(await apply(user, email)).toMatchObject({
    status: 409,
    body: { code: 'custody.change-not-approved' },
  })
  await decideChange(custody, await readChangeLink(custody, email, LINK_MAIL), 'approve')
  expect(await apply(user, email)).toMatchObject({ status: 200, body: { email } })
  expect(await apply(user, email)).toMatchObject({ status: 200 })
  expect(await loginEmailOf(user)).toBe(email)
  await endCooldown(email)
  const elsewhere = await logInElsewhere(custody, email)
  expect(elsewhere.userId).toBe(user.userId)
  const { body } = await user.post('/core/email-change/receipt')
  expect(EmailReceipt.parse(decodeJwt(String(body['receipt']))).email).toBe(email)
})

test('the address of the site gets a link that undoes it: the address is free, every device is logged out', async () => {
  const user = await createSocialUser()
  const email = newEmail()
  await addEmail(user, email)
  const elsewhere = await logInElsewhere(custody, email)
  const link = await readChangeLink(custody, user.siteEmail ?? '', UNDO_MAIL)
  expect(await decideChange(custody, link, 'undo')).toContain('Change undone')
  expect((await user.post('/core/session/get')).status).toBe(401)
  expect((await elsewhere.post('/core/session/get')).status).toBe(401)
  const stranger = await logIn(custody, email, await createDevice(custody))
  expect(stranger.userId).not.toBe(user.userId)
})

test('after the undo, the receipt has the vault take the address back, too', async () => {
  const user = await createSocialUser()
  const email = newEmail()
  await addEmail(user, email)
  await decideChange(
    custody,
    await readChangeLink(custody, user.siteEmail ?? '', UNDO_MAIL),
    'undo',
  )
  // The owner logs in at the site again.
  const again = await logIn(custody, newEmail(), await createDevice(custody))
  const { db } = custody.database
  await db
    .updateTable('sessions')
    .set({ user_id: user.userId, provider: 'google', subject: user.email })
    .where('user_id', '=', again.userId)
    .execute()
  const { body } = await again.post('/core/email-change/receipt')
  const receipt = EmailReceipt.parse(decodeJwt(String(body['receipt'])))
  expect(receipt).toMatchObject({ walletId: user.wallet.walletId, email: null })
  expect(receipt.undoneAt).toBeGreaterThan(0)
})

test('a login without any address gets one, and no mail about it', async () => {
  const user = await createSocialUser(null)
  const email = newEmail()
  await addEmail(user, email)
  const subjects = (await readMails(custody, email)).map(({ subject }) => subject)
  expect(subjects).toHaveLength(1)
})

test('error: within an app, after more than five minutes, and for the address of another wallet', async () => {
  const inApp = await createUserWithWallet(custody)
  await makeSocial(custody, inApp, newEmail())
  expect(await start(inApp, newEmail())).toMatchObject({ body: { code: 'custody.no-email' } })
  const late = await createSocialUser()
  await custody.database.db
    .updateTable('sessions')
    .set((row) => ({ auth_time: row('auth_time', '-', 301) }))
    .where('user_id', '=', late.userId)
    .execute()
  expect(await start(late, newEmail())).toMatchObject({ body: { code: 'session.not-fresh' } })
  const [owner, user] = [await createUserWithWallet(custody), await createSocialUser()]
  await start(user, owner.email)
  const link = await readChangeLink(custody, owner.email, LINK_MAIL)
  await decideChange(custody, link, 'approve')
  expect(await apply(user, owner.email)).toMatchObject({ body: { code: 'custody.email-in-use' } })
  expect((await owner.post('/core/session/get')).status).toBe(200)
})

test('mails to a first address use up none of the links that let its owner log in', async () => {
  const [owner, stranger] = [await createUserWithWallet(custody), await createSocialUser(null)]
  for (let mail = 0; mail < 10; mail += 1) {
    custody.advance(mail === 5 ? 3_600 : 31)
    await sql`update sessions set auth_time = ${Math.floor(custody.nowMs() / 1_000)}
      where user_id = ${stranger.userId}`.execute(custody.database.db)
    expect((await start(stranger, owner.email)).status).toBe(200)
  }
  const device = await createDevice(custody)
  const { body } = await device.post('/core/email/start', { email: owner.email })
  expect(body).toEqual({ action: 'VERIFY_DEVICE' })
})
