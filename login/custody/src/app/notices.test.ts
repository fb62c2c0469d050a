import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { changeEmail, decideChange, readChangeLink } from '../testing/email-change.ts'
import { PUBLIC_ORIGIN, startTestCustody, type TestCustody } from '../testing/start-test-custody.ts'
import {
  createUserWithWallet,
  logInElsewhere,
  newEmail,
  newShare,
  readMails,
  revokeDevice,
} from '../testing/test-user.ts'

let custody: TestCustody

beforeAll(async () => {
  custody = await startTestCustody(inject('postgresUrl'))
})
afterAll(() => custody.stop())

/** A user who logs in by email, and at another site with another address. */
async function createUser() {
  const user = await createUserWithWallet(custody)
  const siteEmail = newEmail()
  const identity = { provider: 'google', subject: randomUUID(), email: siteEmail } as const
  await custody.database.db
    .insertInto('identities')
    .values({ ...identity, user_id: user.userId, name: null })
    .execute()
  return { ...user, siteEmail, addresses: [user.email, siteEmail] }
}

/** Waits for the mail with a subject to an address. */
async function mailTo(address: string, subject: string) {
  const find = async () =>
    (await readMails(custody, address)).find((mail) => mail.subject === subject)
  await expect.poll(find, { timeout: 60_000 }).toBeDefined()
  const mail = await find()
  if (mail === undefined) throw new Error(`No such mail to ${address}`)
  return mail
}

const NEW_DEVICE = 'A device was added to your wallet'
const REMOVED = 'A device was removed from your wallet'

/** Presses a button of the page behind a link in a mail. */
async function press(link: string, decision: string): Promise<string> {
  const { pathname, searchParams } = new URL(link)
  const response = await fetch(custody.url + pathname, {
    method: 'POST',
    headers: { origin: PUBLIC_ORIGIN, 'x-forwarded-for': '203.0.113.7' },
    body: new URLSearchParams({ t: searchParams.get('t') ?? '', decision }),
  })
  return await response.text()
}

/** A device that has just recovered the wallet, and the link that removes it. */
async function recover(user: Awaited<ReturnType<typeof createUser>>) {
  const added = await logInElsewhere(custody, user.email)
  expect((await added.post('/core/wallet/recovery-auth')).status).toBe(200)
  const { links } = await mailTo(user.siteEmail, NEW_DEVICE)
  const link = links.find((each) => each.includes('/device/remove?')) ?? 'none:'
  return { ...added, link }
}

describe('everyone who can log in to a wallet is notified of', () => {
  test('a new device: from where, and how to remove it', async () => {
    const user = await createUser()
    const added = await recover(user)
    for (const address of user.addresses) {
      const { text } = await mailTo(address, NEW_DEVICE)
      expect(text).toContain(`IP address: ${added.device.ip}`)
      expect(text).toContain('App: https://app.example')
      expect(text).toMatch(/Device: .+/)
      expect(text).toMatch(/Time: .+/)
    }
  })

  test('a removed device, and from where', async () => {
    const user = await createUser()
    const { device } = await logInElsewhere(custody, user.email)
    await revokeDevice(custody, user, device.id)
    for (const address of user.addresses) {
      const { text } = await mailTo(address, REMOVED)
      expect(text).toMatch(/Removed device: .+/)
      expect(text).toContain(`IP address: ${user.device.ip}`)
    }
  })

  test('a change of address, each with a link, and of its undo, the new address too', async () => {
    const user = await createUser()
    const next = newEmail()
    await changeEmail(custody, user, next)
    const links = new Set<string>()
    for (const address of user.addresses) {
      const { text } = await mailTo(address, 'Your wallet has a new email')
      expect(text).toContain(`${user.email} no longer opens your wallet. Log in with ${next}`)
      expect(text).toContain(`IP address: ${user.device.ip}`)
      links.add(await readChangeLink(custody, address, /^Your wallet has a new email/))
    }
    expect(links.size).toBe(2)
    for (const link of links) await decideChange(custody, link, 'undo')
    for (const address of [...user.addresses, next]) {
      const { text, links: found } = await mailTo(address, 'Your wallet’s email was changed back')
      expect(text).toContain(`opens with ${user.email} again`)
      expect(text).toMatch(/IP address: .+/)
      expect(found.filter((link) => link.includes('?t='))).toEqual([])
      const subjects = (await readMails(custody, address)).map(({ subject }) => subject)
      expect(subjects.filter((each) => each.includes('changed back'))).toHaveLength(1)
    }
  })
})

describe('the link in the mail about a new device', () => {
  test('removes it and notifies the owner; opening the link alone does nothing', async () => {
    const user = await createUser()
    const added = await recover(user)
    const page = await fetch(added.link.replace(PUBLIC_ORIGIN, custody.url))
    expect(await page.text()).toContain('Remove this device from your wallet?')
    await press(added.link, 'approve')
    expect((await added.post('/core/session/get')).status).toBe(200)
    expect(await press(added.link, 'remove')).toContain('Device removed')
    expect((await added.post('/core/session/get')).status).toBe(401)
    expect((await user.post('/core/session/get')).status).toBe(200)
    expect((await mailTo(user.email, REMOVED)).text).toContain('IP address: 203.0.113.7')
  })

  test('error: after 72 hours, and one that no mail has', async () => {
    const user = await createUser()
    const added = await recover(user)
    await custody.database.db
      .updateTable('device_links')
      .set((row) => ({ created_at: row('created_at', '-', 72 * 3_600) }))
      .where('device_id', '=', added.device.id)
      .execute()
    expect(await press(added.link, 'remove')).toContain('Link expired')
    expect((await added.post('/core/session/get')).status).toBe(200)
    const unknown = `${PUBLIC_ORIGIN}/device/remove?t=${newShare()}${'A'.repeat(15)}`
    expect(await press(unknown, 'remove')).toContain('Unknown link')
  })

  test('error: a device that stores a share before it recovers the wallet is new all the same', async () => {
    const user = await createUser()
    const thief = await logInElsewhere(custody, user.email)
    const share = { walletId: user.wallet.walletId, share: newShare() }
    expect(await thief.post('/core/wallet/device-share', share)).toMatchObject({
      status: 403,
      body: { code: 'session.not-fresh' },
    })
    await thief.post('/core/wallet/recovery-auth')
    await mailTo(user.email, NEW_DEVICE)
    expect((await thief.post('/core/wallet/device-share', share)).status).toBe(200)
  })
})
