import { randomUUID } from 'node:crypto'
import { EmailReceipt } from '@bullring/login-api/vault-api/email-receipt'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  applyChange,
  approveChange,
  changeEmail,
  decideChange,
  makeSocial,
  readChangeLink,
  signChange,
} from '../testing/email-change.ts'
import { holdLock } from '../testing/hold-lock.ts'
import { startTestCustody, type TestCustody } from '../testing/start-test-custody.ts'
import {
  createDevice,
  createUserWithWallet,
  decide,
  type LoggedIn,
  logIn,
  logInElsewhere,
  newEmail,
  newWallet,
  readLink,
  readMails,
} from '../testing/test-user.ts'

let custody: TestCustody

beforeAll(async () => {
  custody = await startTestCustody(inject('postgresUrl'))
})
afterAll(() => custody.stop())

const NOT_APPROVED = { status: 409, body: { code: 'custody.change-not-approved' } }
const IN_USE = { status: 409, body: { code: 'custody.email-in-use' } }
const INVALID = { status: 401, body: { code: 'session.invalid-assertion' } }

const UNDO_MAIL = /^Your wallet has a new email$/

async function emailOf(user: LoggedIn): Promise<unknown> {
  const { body } = await user.post('/core/session/get')
  return (body['user'] as { email: string } | undefined)?.email
}

describe('a change of address', () => {
  test('moves the account once the link at the current address was approved', async () => {
    const user = await createUserWithWallet(custody)
    const elsewhere = await logInElsewhere(custody, user.email)
    const next = newEmail()
    custody.advance(31)
    await user.post('/core/email-change/start', { email: next })
    const [mail] = await readMails(custody, user.email)
    expect(mail?.subject).toBe(`Change your email to ${next}`)
    expect(await readMails(custody, next)).toEqual([])
    const link = await readChangeLink(custody, user.email, /^Change your email/)
    // A mail scanner opens it.
    const opened = await fetch(`${custody.url}${link}`)
    expect(await opened.text()).toContain(next)
    expect(await applyChange(custody, user, next)).toMatchObject(NOT_APPROVED)
    await decideChange(custody, link, 'approve')
    expect(await user.post('/core/email-change/wait', { email: next })).toMatchObject({
      body: { state: 'approved' },
    })
    expect(await applyChange(custody, user, next)).toMatchObject({ body: { email: next } })
    expect(await emailOf(user)).toBe(next)
    // Every other device is out, and has to be approved at the new address.
    expect((await elsewhere.post('/core/session/get')).status).toBe(401)
    expect((await user.post('/core/devices')).body['devices']).toHaveLength(1)
    const { body } = await elsewhere.device.post('/core/email/start', { email: next })
    expect(body['action']).toBe('VERIFY_DEVICE')
    expect((await logIn(custody, next, user.device)).userId).toBe(user.userId)
  })

  test('can be repeated at every step: an approval is kept, and a second application changes nothing', async () => {
    const user = await createUserWithWallet(custody)
    const next = newEmail()
    await approveChange(custody, user, next)
    const again = await user.post('/core/email-change/start', { email: next })
    expect(again.body).toEqual({ state: 'approved' })
    expect((await applyChange(custody, user, next)).status).toBe(200)
    expect(await applyChange(custody, user, next)).toMatchObject({ status: 200 })
    expect(await emailOf(user)).toBe(next)
    await readChangeLink(custody, user.email, UNDO_MAIL)
    const subjects = (await readMails(custody, user.email)).map(({ subject }) => subject)
    expect(subjects.filter((each) => UNDO_MAIL.test(each))).toHaveLength(1)
  })

  test('error: an app adds no first address to a wallet without one', async () => {
    const user = await createUserWithWallet(custody)
    await makeSocial(custody, user, null)
    const next = newEmail()
    expect(await user.post('/core/email-change/start', { email: next })).toMatchObject({
      status: 409,
      body: { code: 'custody.no-email' },
    })
    const previous = { provider: 'google', subject: user.email, email: null, name: null } as const
    const assertion = await signChange(custody, user, next, { previous })
    expect(await user.post('/core/email-change/apply', { assertion })).toMatchObject({
      status: 409,
      body: { code: 'custody.change-not-approved' },
    })
  })

  test('the receipt names the wallet’s current address, for this device', async () => {
    const user = await createUserWithWallet(custody)
    const read = async () => (await user.post('/core/email-change/receipt')).body['receipt']
    const { walletId } = user.wallet
    const claims = { device: user.device.id, walletId }
    expect(EmailReceipt.parse(decodeJwt(String(await read())))).toEqual({
      ...claims,
      email: user.email,
    })
    const next = newEmail()
    await changeEmail(custody, user, next)
    expect(EmailReceipt.parse(decodeJwt(String(await read())))).toEqual({ ...claims, email: next })
  })

  test('a user without a wallet gets the receipt for the wallet that the page is about to create, and no other', async () => {
    const [user, owner] = [
      await logIn(custody, newEmail(), await createDevice(custody)),
      await createUserWithWallet(custody),
    ]
    const read = async (from: LoggedIn, newWalletId: string) =>
      (await from.post('/core/email-change/receipt', { newWalletId })).body['receipt']
    const walletId = randomUUID()
    expect(EmailReceipt.parse(decodeJwt(String(await read(user, walletId))))).toEqual({
      device: user.device.id,
      walletId,
      email: user.email,
    })
    expect(await read(user, owner.wallet.walletId)).toBeNull()
    expect(await read(owner, walletId)).toBeNull()
    expect((await user.post('/core/email-change/receipt')).body['receipt']).toBeNull()
  })

  test('error: a rejected, expired or replaced change', async () => {
    const user = await createUserWithWallet(custody)
    const [first, second, third] = [newEmail(), newEmail(), newEmail()]
    await user.post('/core/email-change/start', { email: first })
    const link = await readChangeLink(custody, user.email, /^Change your email/)
    expect(await decideChange(custody, link, 'reject')).toContain('Change rejected')
    expect(await decideChange(custody, link, 'approve')).toContain('Change rejected')
    expect(await applyChange(custody, user, first)).toMatchObject(NOT_APPROVED)
    custody.advance(31)
    await approveChange(custody, user, second)
    custody.advance(3_601)
    expect(await applyChange(custody, user, second)).toMatchObject(NOT_APPROVED)
    await approveChange(custody, user, second)
    custody.advance(31)
    await user.post('/core/email-change/start', { email: third })
    expect(await applyChange(custody, user, second)).toMatchObject(NOT_APPROVED)
    expect(await applyChange(custody, user, third)).toMatchObject(NOT_APPROVED)
    expect(await emailOf(user)).toBe(user.email)
  })

  test('error: a link of more than 20 minutes approves nothing', async () => {
    const user = await createUserWithWallet(custody)
    const next = newEmail()
    await user.post('/core/email-change/start', { email: next })
    const link = await readChangeLink(custody, user.email, /^Change your email/)
    custody.advance(1_201)
    expect(await decideChange(custody, link, 'approve')).not.toContain('Change approved')
    expect(await applyChange(custody, user, next)).toMatchObject(NOT_APPROVED)
  })

  test('error: an approval by the owner of an address that the account no longer has', async () => {
    const user = await createUserWithWallet(custody)
    const elsewhere = await logInElsewhere(custody, user.email)
    custody.advance(31)
    const [first, second] = [newEmail(), newEmail()]
    await approveChange(custody, user, first)
    custody.advance(31)
    const { wallet } = user
    await changeEmail(custody, { ...elsewhere, wallet }, second)
    const again = { ...(await logInElsewhere(custody, second, user.device)), wallet }
    expect(await applyChange(custody, again, first)).toMatchObject(NOT_APPROVED)
    expect(await emailOf(again)).toBe(second)
  })

  test('error: an address that has an account, or the current one', async () => {
    const [user, other] = [await createUserWithWallet(custody), await createUserWithWallet(custody)]
    await approveChange(custody, user, other.email)
    expect(await applyChange(custody, user, other.email)).toMatchObject(IN_USE)
    const early = await logIn(custody, newEmail(), await createDevice(custody))
    custody.advance(31)
    await approveChange(custody, user, early.email)
    expect(await applyChange(custody, user, early.email)).toMatchObject(IN_USE)
    expect(await user.post('/core/email-change/start', { email: user.email })).toMatchObject(IN_USE)
    expect(await emailOf(user)).toBe(user.email)
    expect(await emailOf(other)).toBe(other.email)
  })
})

describe('attackers', () => {
  test('the vault alone, with its key, changes no address', async () => {
    const user = await createUserWithWallet(custody)
    const device = await createDevice(custody)
    const next = newEmail()
    const assertion = await signChange(custody, { ...user, device }, next)
    const { status } = await device.post('/core/email-change/apply', { assertion })
    expect(status).toBe(401)
    // Nor on the user's own device, where an app got both codes typed.
    await user.post('/core/email-change/start', { email: next })
    expect(await applyChange(custody, user, next)).toMatchObject(NOT_APPROVED)
  })

  test('an approval is for one device, one new address and one account', async () => {
    const [user, other] = [await createUserWithWallet(custody), await createUserWithWallet(custody)]
    const elsewhere = await logInElsewhere(custody, user.email)
    custody.advance(31)
    const next = newEmail()
    await approveChange(custody, user, next)
    const { wallet } = user
    expect(await applyChange(custody, { ...elsewhere, wallet }, next)).toMatchObject(NOT_APPROVED)
    expect(await applyChange(custody, user, newEmail())).toMatchObject(NOT_APPROVED)
    // The device is logged in to another account at the vault.
    const previous = { provider: 'email', subject: other.email, email: null, name: null } as const
    const mixed = await signChange(custody, user, next, { previous })
    expect(await user.post('/core/email-change/apply', { assertion: mixed })).toMatchObject(INVALID)
    // The vault knows whether the user's own wallet needs a passkey. It was asked about another one, or none.
    for (const claims of [{ wallet: other.wallet.walletId }, { wallet: undefined }]) {
      const assertion = await signChange(custody, user, next, claims)
      expect(await user.post('/core/email-change/apply', { assertion })).toMatchObject(INVALID)
    }
    const login = await signChange(custody, user, next, { purpose: 'login' })
    expect(await user.post('/core/email-change/apply', { assertion: login })).toMatchObject(INVALID)
    const twice = await signChange(custody, user, next)
    expect((await user.post('/core/email-change/apply', { assertion: twice })).status).toBe(200)
    const back = { assertion: twice }
    await sql`update identities set subject = ${user.email} where subject = ${next}`.execute(
      custody.database.db,
    )
    await sql`update sessions set subject = ${user.email} where subject = ${next}`.execute(
      custody.database.db,
    )
    expect(await user.post('/core/email-change/apply', back)).toMatchObject(INVALID)
  })

  test('a link that was mailed before the change approves no device afterwards', async () => {
    const user = await createUserWithWallet(custody)
    const thief = await createDevice(custody)
    await thief.post('/core/email/start', { email: user.email })
    const old = await readLink(custody, user.email)
    custody.advance(31)
    await changeEmail(custody, user, newEmail())
    expect(await decide(custody, old, 'approve')).toContain('Unknown link')
  })
})

test('an approval for the new address from before the change lets no device in', async () => {
  const [user, thief] = [await createUserWithWallet(custody), await createDevice(custody)]
  const next = newEmail()
  // The device was approved while the address had another wallet.
  await custody.database.db
    .insertInto('trusted_devices')
    .values({
      email: next,
      device_id: thief.id,
      approved_at: Math.floor(custody.nowMs() / 1_000),
    })
    .execute()
  await changeEmail(custody, user, next)
  await expect(logIn(custody, next, thief)).rejects.toThrow('session.device-not-approved')
})

describe('races', () => {
  test('of two accounts that want one address, one gets it', async () => {
    const users = [await createUserWithWallet(custody), await createUserWithWallet(custody)]
    const next = newEmail()
    for (const user of users) await approveChange(custody, user, next)
    const replies = await Promise.all(users.map((user) => applyChange(custody, user, next)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('a first login with the new address at the same moment mixes no accounts', async () => {
    const user = await createUserWithWallet(custody)
    const next = newEmail()
    await approveChange(custody, user, next)
    const device = await createDevice(custody)
    const [applied, login] = await Promise.all([
      applyChange(custody, user, next),
      logIn(custody, next, device).catch(() => null),
    ])
    if (applied.status === 409) expect(login?.userId).not.toBe(user.userId)
    else expect(login).toBeNull()
  })

  test('a login with the earlier address that is in flight does not outlive the change', async () => {
    const user = await createUserWithWallet(custody)
    const next = newEmail()
    const elsewhere = await logInElsewhere(custody, user.email)
    custody.advance(31)
    await approveChange(custody, user, next)
    const row = sql`select 1 from users where id = ${user.userId} for update`
    const held = await holdLock(custody, row)
    const applying = applyChange(custody, user, next)
    await held.untilWaiting(1)
    const login = logIn(custody, user.email, elsewhere.device)
    // Reported below.
    login.catch(() => undefined)
    await held.untilWaiting(2)
    await held.release()
    expect((await applying).status).toBe(200)
    await expect(login).rejects.toThrow('session.invalid-assertion')
  })

  test('a wallet that an ended session creates at the same moment is not stored', async () => {
    const email = newEmail()
    const [first, second] = [
      await logIn(custody, email, await createDevice(custody)),
      await logIn(custody, email, await createDevice(custody)),
    ]
    const wallets = await Promise.all([newWallet(first), newWallet(second)])
    const replies = await Promise.all([
      first.post('/core/wallet/create', wallets[0]),
      second.post('/core/wallet/create', wallets[1]),
    ])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })
})

describe('undoing a change', () => {
  /** Changes the address twice, the second time by another node's clock, so that both times are near each other. */
  async function changeTwice(
    user: LoggedIn,
    { next, last, lag }: { next: string; last: string; lag: number },
  ): Promise<void> {
    const { db } = custody.database
    await changeEmail(custody, user, next)
    await sql`delete from limit_events where key = ${next}`.execute(db)
    custody.advance(-lag)
    await changeEmail(custody, { ...user, email: next }, last)
    custody.advance(lag)
  }

  test('gives the address back, ends every session, and frees the new address', async () => {
    const user = await createUserWithWallet(custody)
    const next = newEmail()
    await changeEmail(custody, user, next)
    const link = await readChangeLink(custody, user.email, UNDO_MAIL)
    const opened = await fetch(`${custody.url}${link}`)
    expect(await opened.text()).toContain('Undo the change')
    expect(await emailOf(user)).toBe(next)
    expect(await decideChange(custody, link, 'undo')).toContain('Change undone')
    expect((await user.post('/core/session/get')).status).toBe(401)
    custody.advance(31)
    const back = await logInElsewhere(custody, user.email)
    expect(back.userId).toBe(user.userId)
    expect(await decideChange(custody, link, 'undo')).toContain('Change undone')
    expect((await back.post('/core/session/get')).status).toBe(200)
    const stranger = await logIn(custody, next, await createDevice(custody))
    expect(stranger.userId).not.toBe(user.userId)
  })

  test('works after further changes, which it undoes too', async () => {
    const user = await createUserWithWallet(custody)
    const [next, last] = [newEmail(), newEmail()]
    await changeEmail(custody, user, next)
    const link = await readChangeLink(custody, user.email, UNDO_MAIL)
    custody.advance(31)
    await changeEmail(custody, { ...user, email: next }, last)
    const later = await readChangeLink(custody, next, UNDO_MAIL)
    await decideChange(custody, link, 'undo')
    expect(await decideChange(custody, later, 'undo')).toContain('Change undone')
    expect((await logInElsewhere(custody, user.email)).userId).toBe(user.userId)
  })

  test('is in the receipt until the address is changed again', async () => {
    const user = await createUserWithWallet(custody)
    const next = newEmail()
    await changeEmail(custody, user, next)
    await decideChange(custody, await readChangeLink(custody, user.email, UNDO_MAIL), 'undo')
    custody.advance(31)
    const back = await logInElsewhere(custody, user.email)
    const readUndo = async () => {
      const { body } = await back.post('/core/email-change/receipt')
      return EmailReceipt.parse(decodeJwt(String(body['receipt']))).undoneAt
    }
    expect(await readUndo()).toBeGreaterThan(0)
    custody.advance(31)
    await changeEmail(custody, { ...back, wallet: user.wallet }, next)
    expect(await readUndo()).toBeUndefined()
  })

  test.each([0, 5])(
    'of two changes, the later link leaves the earlier one as it is (by a clock that is %i s behind)',
    async (lag) => {
      const user = await createUserWithWallet(custody)
      const [next, last] = [newEmail(), newEmail()]
      await changeTwice(user, { next, last, lag })
      const [link, later] = await Promise.all([
        readChangeLink(custody, user.email, UNDO_MAIL),
        readChangeLink(custody, next, UNDO_MAIL),
      ])
      expect(await decideChange(custody, later, 'undo')).toContain('Change undone')
      expect(await (await fetch(`${custody.url}${link}`)).text()).toContain('Undo the change')
      expect(await decideChange(custody, link, 'undo')).toContain('Change undone')
      custody.advance(31)
      expect((await logInElsewhere(custody, user.email)).userId).toBe(user.userId)
    },
  )

  test.each([0, 5])(
    'of two changes, the earlier link ends the later one (by a clock that is %i s behind)',
    async (lag) => {
      const user = await createUserWithWallet(custody)
      const [next, last] = [newEmail(), newEmail()]
      await changeTwice(user, { next, last, lag })
      const link = await readChangeLink(custody, user.email, UNDO_MAIL)
      const later = await readChangeLink(custody, next, UNDO_MAIL)
      await decideChange(custody, link, 'undo')
      await decideChange(custody, later, 'undo')
      custody.advance(31)
      expect((await logInElsewhere(custody, user.email)).userId).toBe(user.userId)
    },
  )

  test('no one else gets the earlier address for 72 hours; then the link is over', async () => {
    const [user, other] = [await createUserWithWallet(custody), await createUserWithWallet(custody)]
    await changeEmail(custody, user, newEmail())
    const link = await readChangeLink(custody, user.email, UNDO_MAIL)
    const device = await createDevice(custody)
    await expect(logIn(custody, user.email, device)).rejects.toThrow('session.email-reserved')
    await approveChange(custody, other, user.email)
    expect(await applyChange(custody, other, user.email)).toMatchObject(IN_USE)
    custody.advance(72 * 3_600)
    expect(await decideChange(custody, link, 'undo')).toContain('Link expired')
    const stranger = await logIn(custody, user.email, device)
    expect(stranger.userId).not.toBe(user.userId)
  })

  test('error: an address that has another account by now is not given back, and no device is logged out', async () => {
    const user = await createUserWithWallet(custody)
    const next = newEmail()
    await changeEmail(custody, user, next)
    const link = await readChangeLink(custody, user.email, UNDO_MAIL)
    // The link is pressed in time. While it waits for its turn, the 72 hours end.
    const stranger = await createUserWithWallet(custody)
    await sql`update identities set subject = ${user.email} where user_id = ${stranger.userId}`.execute(
      custody.database.db,
    )
    expect(await decideChange(custody, link, 'undo')).toContain('now opens another wallet')
    expect(await emailOf(user)).toBe(next)
  })

  test('of a change and the change back, the first keeps the address that it gives back', async () => {
    const user = await createUserWithWallet(custody)
    const next = newEmail()
    await changeEmail(custody, user, next)
    const link = await readChangeLink(custody, user.email, UNDO_MAIL)
    custody.advance(31)
    await changeEmail(custody, { ...user, email: next }, user.email)
    expect(await decideChange(custody, link, 'undo')).toContain('Change undone')
    expect((await user.post('/core/session/get')).status).toBe(401)
    expect((await logInElsewhere(custody, user.email)).userId).toBe(user.userId)
  })

  test('error: the approval’s link undoes nothing, and the undo link approves nothing', async () => {
    const user = await createUserWithWallet(custody)
    const next = newEmail()
    await approveChange(custody, user, next)
    const approval = await readChangeLink(custody, user.email, /^Change your email/)
    await applyChange(custody, user, next)
    await readChangeLink(custody, user.email, UNDO_MAIL)
    expect(await decideChange(custody, approval, 'undo')).toContain('Change approved')
    expect(await emailOf(user)).toBe(next)
  })
})
