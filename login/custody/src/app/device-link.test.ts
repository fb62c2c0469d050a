import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { PUBLIC_ORIGIN, startTestCustody, type TestCustody } from '../testing/start-test-custody.ts'
import {
  createDevice,
  createUserWithWallet,
  decide,
  logIn,
  newEmail,
  readLink,
  readMails,
} from '../testing/test-user.ts'

let custody: TestCustody

beforeAll(async () => {
  custody = await startTestCustody(inject('postgresUrl'))
})
afterAll(() => custody.stop())

/** Creates a new device that has requested to log in to an address with a wallet. */
async function startElsewhere() {
  const { email } = await createUserWithWallet(custody)
  const device = await createDevice(custody)
  const { body } = await device.post('/core/email/start', { email })
  expect(body).toEqual({ action: 'VERIFY_DEVICE' })
  const start = async () => (await device.post('/core/email/start', { email })).body
  const wait = async () => (await device.post('/core/email/device-wait', { email })).body
  return { email, device, start, wait, link: await readLink(custody, email) }
}

describe('POST /core/email/start', () => {
  test('error: a device with a link in the mailbox gets no other link for 30 seconds', async () => {
    const { device, email } = await startElsewhere()
    const { status, body } = await device.post('/core/email/start', { email })
    expect(status).toBe(429)
    expect(body['detail']).toMatch(/^Please try again after \d+ seconds$/)
  })

  test('an address without a wallet needs the code only', async () => {
    const email = newEmail()
    const device = await createDevice(custody)
    const { body } = await device.post('/core/email/start', { email })
    expect(body).toEqual({ action: 'VERIFY_OTP' })
    expect(await readMails(custody, email)).toEqual([])
  })

  test('the device that made the wallet needs the code only, another one the link first', async () => {
    const { email, device } = await createUserWithWallet(custody)
    expect((await device.post('/core/email/start', { email })).body).toMatchObject({
      action: 'VERIFY_OTP',
    })
    const other = await createDevice(custody)
    const { body } = await other.post('/core/email/start', { email: ` ${email.toUpperCase()} ` })
    expect(body).toEqual({ action: 'VERIFY_DEVICE' })
    const [mail] = await readMails(custody, email)
    expect(mail?.subject).toBe('Approve this login')
    expect(mail?.text).toContain('Approve this login')
    expect(mail?.text).toContain('https://app.example')
    expect(mail?.text).toContain(other.ip)
  })

  test('a session of the same address connects at once, one of another address does not', async () => {
    const { email, post } = await createUserWithWallet(custody)
    expect((await post('/core/email/start', { email })).body).toEqual({ action: 'CONNECT' })
    const { email: other } = await createUserWithWallet(custody)
    const { body } = await post('/core/email/start', { email: other })
    expect(body).toEqual({ action: 'VERIFY_DEVICE' })
  })

  test('error: one mail per 30 seconds, 5 an hour, 10 a day', async () => {
    const { email } = await createUserWithWallet(custody)
    const start = async () =>
      await (await createDevice(custody)).post('/core/email/start', { email })
    expect((await start()).status).toBe(200)
    const early = await start()
    expect(early.status).toBe(429)
    expect(early.body).toMatchObject({ code: 'custody.use-latest-mail' })
    const outcomes = []
    for (let mail = 1; mail < 12; mail += 1) {
      custody.advance(mail % 5 === 0 ? 3_600 : 31)
      outcomes.push((await start()).status)
    }
    expect(outcomes).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 200, 429, 429])
  })

  test('error: an IP address causes 20 mails an hour, whatever the addresses', async () => {
    const { email } = await createUserWithWallet(custody)
    const device = await createDevice(custody)
    const nowS = Math.floor(custody.nowMs() / 1_000)
    await sql`insert into limit_events (kind, key, at)
      select 'mail-from', ${device.ip}, ${nowS} from generate_series(1, 19)`.execute(
      custody.database.db,
    )
    expect((await device.post('/core/email/start', { email })).status).toBe(200)
    const { email: next } = await createUserWithWallet(custody)
    expect((await device.post('/core/email/start', { email: next })).status).toBe(429)
    custody.advance(3_601)
    expect((await device.post('/core/email/start', { email: next })).status).toBe(200)
  })

  test('error: all together cause as many mails an hour as the limit allows', async () => {
    const users = [await createUserWithWallet(custody), await createUserWithWallet(custody)]
    await sql`delete from limit_events`.execute(custody.database.db)
    await custody.restart({}, { mailsPerHour: 1 })
    const replies = []
    for (const { email } of users) {
      const device = await createDevice(custody)
      replies.push(await device.post('/core/email/start', { email }))
    }
    expect(replies).toMatchObject([
      { status: 200, body: { action: 'VERIFY_DEVICE' } },
      { status: 429, body: { code: 'mail.used-up' } },
    ])
    await custody.restart({})
  })

  test('error: an IP address may begin 10 logins a minute, so that it cannot try many addresses', async () => {
    const device = await createDevice(custody)
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const { status } = await device.post('/core/email/start', { email: newEmail() })
        return status
      }),
    )
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(10)
    expect(statuses).toContain(429)
  })
})

test('error: 30 requests of an IP address wait at the same time', async () => {
  const { device, email, link, wait } = await startElsewhere()
  const waits = Array.from({ length: 31 }, () => device.post('/core/email/device-wait', { email }))
  expect(await Promise.race(waits)).toMatchObject({
    status: 429,
    body: { code: 'http.rate-limited' },
  })
  await decide(custody, link, 'approve')
  const statuses = (await Promise.all(waits)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(30)
  expect(await wait()).toMatchObject({ state: 'approved' })
})

/** Returns an address whose mails strangers have used up, and a device that got a code instead of a link. */
async function startWithCode() {
  const { email, post } = await createUserWithWallet(custody)
  const stranger = await createDevice(custody)
  await stranger.post('/core/email/start', { email })
  const link = await readLink(custody, email)
  const nowS = Math.floor(custody.nowMs() / 1_000)
  await sql`insert into limit_events (kind, key, at)
    select 'mail-to', ${email}, ${nowS - 60} from generate_series(1, 9)`.execute(
    custody.database.db,
  )
  const device = await createDevice(custody)
  const start = async () => (await device.post('/core/email/start', { email })).body
  const started = await start()
  expect(started).toMatchObject({ status: 429, code: 'custody.use-latest-mail' })
  const [code = ''] = /\b[2-9A-Z]{8}\b/.exec(String(started['detail'])) ?? []
  return { email, post, stranger, device, start, link, code }
}

describe('the code of a device for which no link was mailed', () => {
  test('can be typed before and after the decision on the login of the link', async () => {
    const { link } = await startWithCode()
    const shown = await (await fetch(`${custody.url}${link}`)).text()
    const decided = await decide(custody, link, 'approve')
    expect(decided).toContain('Login approved')
    for (const page of [shown, decided]) expect(page).toContain('<input id="code"')
  })

  test('lets the device in on the page of the latest link, however it is typed', async () => {
    const { email, stranger, device, start, link, code } = await startWithCode()
    const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`
    const page = await decide(custody, link, 'find', typed)
    expect(page).toContain('Approve this login')
    expect(page).toContain(device.ip)
    expect(page).not.toContain(stranger.ip)
    expect((await start())['code']).toBe('custody.use-latest-mail')
    expect(await decide(custody, link, 'approve', typed)).toContain('Login approved')
    expect(await start()).toEqual({ action: 'VERIFY_OTP', receipt: expect.any(String) })
    await expect(logIn(custody, email, device)).resolves.toMatchObject({ email })
    // The link's own request is still open.
    await expect(logIn(custody, email, stranger)).rejects.toThrow('session.device-not-approved')
  })

  test('works on the page of a link that has expired, for a day', async () => {
    const { device, email, link } = await startWithCode()
    custody.advance(20 * 60)
    const { body } = await device.post('/core/email/start', { email })
    const [code = ''] = /\b[2-9A-Z]{8}\b/.exec(String(body['detail'])) ?? []
    const page = await (await fetch(`${custody.url}${link}`)).text()
    expect(page).toContain('Link expired')
    expect(page).toContain('Another device shows a code')
    expect(await decide(custody, link, 'approve', code)).toContain('Login approved')
  })

  test('error: a code that is wrong, of another address, or too old, and a link that was never mailed', async () => {
    const [{ link, code, device, email }, other] = [await startWithCode(), await startWithCode()]
    for (const typed of ['22222222', other.code, 'a "quoted" code']) {
      expect(await decide(custody, link, 'approve', typed)).toContain(
        'No login waits with this code',
      )
    }
    await decide(custody, `/device?t=${'A'.repeat(43)}`, 'approve', code)
    await expect(logIn(custody, email, device)).rejects.toThrow('session.device-not-approved')
    custody.advance(20 * 60)
    expect(await decide(custody, link, 'approve', code)).toContain('No login waits with this code')
    await expect(logIn(custody, email, device)).rejects.toThrow('session.device-not-approved')
  })

  test('is rejected like a link', async () => {
    const { link, code, device, email } = await startWithCode()
    expect(await decide(custody, link, 'reject', code)).toContain('Login rejected')
    await decide(custody, link, 'approve', code)
    await expect(logIn(custody, email, device)).rejects.toThrow('session.device-not-approved')
  })

  test('error: an IP address gets 20 an hour', async () => {
    const { email } = await startWithCode()
    const device = await createDevice(custody)
    const nowS = Math.floor(custody.nowMs() / 1_000)
    await sql`insert into limit_events (kind, key, at)
      select 'mail-from', ${device.ip}, ${nowS} from generate_series(1, 20)`.execute(
      custody.database.db,
    )
    const { body } = await device.post('/core/email/start', { email })
    expect(body).toMatchObject({ code: 'custody.too-many-mails' })
  })

  test('error: without a mail of the last day, the device has to wait', async () => {
    const { email } = await createUserWithWallet(custody)
    const nowS = Math.floor(custody.nowMs() / 1_000)
    await sql`insert into limit_events (kind, key, at)
      select 'mail-to', ${email}, ${nowS - 60} from generate_series(1, 10)`.execute(
      custody.database.db,
    )
    const device = await createDevice(custody)
    const { body } = await device.post('/core/email/start', { email })
    expect(body).toMatchObject({ code: 'custody.too-many-mails' })
  })

  test('is given, too, when the mails of all addresses are used up', async () => {
    const { email } = await createUserWithWallet(custody)
    await (await createDevice(custody)).post('/core/email/start', { email })
    custody.advance(31)
    const nowS = Math.floor(custody.nowMs() / 1_000)
    await sql`insert into limit_events (kind, key, at)
      select 'mail', 'members', ${nowS} from generate_series(1, 2000)`.execute(custody.database.db)
    const { body } = await (await createDevice(custody)).post('/core/email/start', { email })
    expect(body).toMatchObject({ code: 'custody.use-latest-mail' })
    await sql`delete from limit_events where kind = 'mail'`.execute(custody.database.db)
  })

  test('a change of the address is mailed all the same', async () => {
    const { post } = await startWithCode()
    const { status } = await post('/core/email-change/start', { email: newEmail() })
    expect(status).toBe(200)
  })
})

describe('the mailed link', () => {
  test('opening it decides nothing, however often; pressing Approve does', async () => {
    const { wait, link, start } = await startElsewhere()
    const waiting = wait()
    // A mail scanner follows the link.
    for (let visit = 0; visit < 3; visit += 1) {
      const page = await fetch(`${custody.url}${link}`)
      expect(page.status).toBe(200)
      expect(await page.text()).toContain('Approve this login')
    }
    custody.advance(31)
    expect(await start()).toEqual({ action: 'VERIFY_DEVICE' })
    expect(await decide(custody, link, 'approve')).toContain('approved')
    expect(await waiting).toEqual({ state: 'approved', receipt: expect.any(String) })
    expect(await start()).toMatchObject({ action: 'VERIFY_OTP' })
  })

  test('an approval that comes after the app gave up is remembered for an hour', async () => {
    const { email, device, start, link } = await startElsewhere()
    custody.advance(19 * 60)
    await decide(custody, link, 'approve')
    custody.advance(3_500)
    expect(await start()).toMatchObject({ action: 'VERIFY_OTP' })
    await expect(logIn(custody, email, device)).resolves.toMatchObject({ email })
  })

  test('error: a rejected login is over, also if Approve is pressed afterwards', async () => {
    const { email, device, wait, start, link } = await startElsewhere()
    expect(await decide(custody, link, 'reject')).toContain('Login rejected')
    expect(await decide(custody, link, 'approve')).toContain('Login rejected')
    expect(await wait()).toEqual({ state: 'rejected' })
    custody.advance(31)
    expect(await start()).toEqual({ action: 'VERIFY_DEVICE' })
    await expect(logIn(custody, email, device)).rejects.toThrow('session.device-not-approved')
  })

  test('error: a link of more than 20 minutes approves nothing', async () => {
    const { email, device, wait, link } = await startElsewhere()
    custody.advance(20 * 60)
    expect(await decide(custody, link, 'approve')).toContain('Link expired')
    expect(await wait()).toEqual({ state: 'expired' })
    await expect(logIn(custody, email, device)).rejects.toThrow('session.device-not-approved')
  })

  test('error: it approves the device that asked, and no other', async () => {
    const { email, link } = await startElsewhere()
    const attacker = await createDevice(custody)
    await decide(custody, link, 'approve')
    await expect(logIn(custody, email, attacker)).rejects.toThrow('session.device-not-approved')
  })

  test('error: an unknown link, and a page of another site that posts', async () => {
    const unknown = await fetch(`${custody.url}/device?t=${'A'.repeat(43)}`)
    expect(unknown.status).toBe(404)
    expect(await unknown.text()).toContain('not valid')
    const { link, wait } = await startElsewhere()
    const body = new URLSearchParams({ t: link.split('=')[1] ?? '', decision: 'approve' })
    const headers = { origin: 'https://evil.example' }
    const foreign = await fetch(`${custody.url}/device`, { method: 'POST', headers, body })
    expect(foreign.status).toBe(403)
    await decide(custody, link, 'reject')
    expect(await wait()).toEqual({ state: 'rejected' })
  })

  test('its page runs no script, cannot be framed, is not stored, and names no referrer elsewhere', async () => {
    const { link } = await startElsewhere()
    const page = await fetch(`${custody.url}${link}`)
    // Without one, browsers request /favicon.ico.
    expect(await page.text()).toContain('<link rel="icon" href="data:image/svg+xml,')
    const { headers } = page
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('strict-transport-security')).toContain('max-age')
    expect(new URL(link, PUBLIC_ORIGIN).searchParams.get('t')).toHaveLength(43)
  })
})
