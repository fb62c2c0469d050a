import { createHash, createHmac, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { LoginAssertion } from '@bullring/login-api/vault-api/assertion'
import {
  RECEIPT_ALGORITHM,
  RECEIPT_AUDIENCE,
  RECEIPT_ISSUER,
} from '@bullring/login-api/vault-api/email-receipt'
import { MAILBOX_RECEIPT_TYPE } from '@bullring/login-api/vault-api/mailbox-receipt'
import { SESSION_RECEIPT_TYPE } from '@bullring/login-api/vault-api/session-receipt'
import { jwtVerify, SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { LIMITS } from '../limits.ts'
import { otherCode, readCode, readMails } from '../testing/read-code.ts'
import { FRAME_ORIGIN, startTestVault, type TestVault } from '../testing/start-test-vault.ts'
import { createTestDevice, type TestDevice } from '../testing/test-device.ts'

let vault: TestVault

beforeAll(async () => {
  vault = await startTestVault(inject('postgresUrl'))
})
afterAll(() => vault.stop())

const newEmail = () => `${randomUUID()}@example.com`

/** Requests a code, and returns it. */
async function requestCode(device: TestDevice, email: string, purpose = 'login'): Promise<string> {
  const { status } = await device.post('/otp/send', { email, purpose })
  expect(status).toBe(200)
  return await readCode(vault, email)
}

const verify = (device: TestDevice, email: string, otp: string, purpose = 'login') =>
  device.post('/otp/verify', { email, purpose, otp })

/** Moves the clock forward for all mails and codes of an address. */
async function letTimePass(email: string, seconds: number): Promise<void> {
  const { db } = vault.database
  await sql`update limit_events set at = at - ${seconds} where key = ${email}`.execute(db)
  await sql`update otps set expires_at = expires_at - ${seconds} where email = ${email}`.execute(db)
}

describe('a code', () => {
  test('is exchanged for an assertion of this device and address', async () => {
    const device = await createTestDevice(vault)
    const email = newEmail()
    const typed = { email: ` ${email.toUpperCase()} `, purpose: 'login' }
    expect(await device.post('/otp/send', typed)).toMatchObject({
      status: 200,
      body: { expiresInSeconds: 1_200, nextInSeconds: 30 },
    })
    const code = await readCode(vault, email)
    const { status, body } = await verify(device, email, `${code.slice(0, 3)} ${code.slice(3)}`)
    expect(status).toBe(200)
    const { payload, protectedHeader } = await jwtVerify(
      String(body['assertion']),
      vault.keys.assertionPublicKey,
      { issuer: 'vault', audience: 'custody' },
    )
    expect(protectedHeader).toEqual({ alg: 'EdDSA', typ: 'login-assertion+jwt' })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(60)
    expect(LoginAssertion.parse(payload)).toMatchObject({
      device: device.id,
      identity: { provider: 'email', subject: email, email, name: null },
      amr: ['otp'],
      purpose: 'login',
    })
  })

  test('works once', async () => {
    const device = await createTestDevice(vault)
    const email = newEmail()
    const code = await requestCode(device, email)
    expect(await verify(device, email, code)).toMatchObject({ status: 200 })
    expect(await verify(device, email, code)).toMatchObject({
      status: 401,
      body: { code: 'otp.expired' },
    })
  })

  test('works for one of ten requests at the same time', async () => {
    const device = await createTestDevice(vault)
    const email = newEmail()
    const code = await requestCode(device, email)
    const replies = await Promise.all(Array.from({ length: 10 }, () => verify(device, email, code)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)])
  })

  test('works on the device that requested it only, and for its purpose only', async () => {
    const [device, other] = await Promise.all([createTestDevice(vault), createTestDevice(vault)])
    const email = newEmail()
    const code = await requestCode(device, email)
    expect(await verify(other, email, code)).toMatchObject({ status: 401 })
    expect(await verify(device, newEmail(), code)).toMatchObject({ status: 401 })
    expect(await verify(device, email, code, 'export')).toMatchObject({ status: 401 })
    expect(await verify(device, email, code)).toMatchObject({ status: 200 })
  })

  test('expires after 20 minutes', async () => {
    const device = await createTestDevice(vault)
    const email = newEmail()
    const code = await requestCode(device, email)
    await letTimePass(email, 1_201)
    expect(await verify(device, email, code)).toMatchObject({
      status: 401,
      body: { code: 'otp.expired' },
    })
  })

  test('is replaced by the next one', async () => {
    const device = await createTestDevice(vault)
    const email = newEmail()
    const first = await requestCode(device, email)
    await letTimePass(email, 31)
    const second = await requestCode(device, email)
    if (second !== first) {
      expect(await verify(device, email, first)).toMatchObject({ body: { code: 'otp.wrong-code' } })
    }
    expect(await verify(device, email, second)).toMatchObject({ status: 200 })
  })

  test('is locked by five wrong codes, also those entered at the same time', async () => {
    const device = await createTestDevice(vault)
    const email = newEmail()
    const code = await requestCode(device, email)
    const wrong = [1, 2, 3, 4, 5].map((difference) => otherCode(code, difference))
    await Promise.all(wrong.map((each) => verify(device, email, each)))
    expect(await verify(device, email, code)).toMatchObject({
      status: 401,
      body: { code: 'otp.locked', detail: 'Too many wrong codes. Request a new one' },
    })
  })

  test('survives the mixtures that a modal submits while a wrong code is retyped', async () => {
    const device = await createTestDevice(vault)
    const email = newEmail()
    const code = await requestCode(device, email)
    for (const difference of [5, 3, 8]) {
      const wrong = otherCode(code, difference)
      for (let typed = 0; typed < code.length; typed += 1) {
        const mixture = code.slice(0, typed) + wrong.slice(typed)
        expect(await verify(device, email, mixture)).toMatchObject({
          body: { code: 'otp.wrong-code', detail: 'This code is not correct' },
        })
      }
    }
    expect(await verify(device, email, code)).toMatchObject({ status: 200 })
  })

  test('error: after ten wrong tries in a day, no code of the address works', async () => {
    const device = await createTestDevice(vault)
    const email = newEmail()
    for (let mail = 0; mail < 2; mail += 1) {
      const code = await requestCode(device, email)
      for (let difference = 1; difference <= 5; difference += 1) {
        await verify(device, email, otherCode(code, difference))
      }
      await sql`delete from limit_events where kind = 'mail-to' and key = ${email}`.execute(
        vault.database.db,
      )
    }
    const code = await requestCode(device, email)
    expect(await verify(device, email, code)).toMatchObject({
      status: 429,
      body: { code: 'otp.address-locked' },
    })
  })
})

test('error: ten wrong tries in a day, also on several devices at once', async () => {
  const email = newEmail()
  const codes = []
  for (let count = 0; count < 4; count += 1) {
    const device = await createTestDevice(vault)
    codes.push({ device, code: await requestCode(device, email) })
    await sql`delete from limit_events where kind = 'mail-to' and key = ${email}`.execute(
      vault.database.db,
    )
  }
  const replies = await Promise.all(
    codes.flatMap(({ device, code }) =>
      [1, 2, 3, 4].map((difference) => verify(device, email, otherCode(code, difference))),
    ),
  )
  expect(replies.map(({ body }) => body['code']).toSorted()).toEqual([
    ...Array(6).fill('otp.address-locked'),
    ...Array(10).fill('otp.wrong-code'),
  ])
})

/** Signs what custody signs for a device that a mailed link has let in. */
function signMailboxReceipt(
  device: TestDevice,
  email: string,
  { typ = MAILBOX_RECEIPT_TYPE, key = vault.keys.receiptKey, age = 0 } = {},
): Promise<string> {
  const issuedAt = Math.floor(Date.now() / 1_000) - age
  return new SignJWT({ device: device.id, email })
    .setProtectedHeader({ alg: RECEIPT_ALGORITHM, typ })
    .setIssuer(RECEIPT_ISSUER)
    .setAudience(RECEIPT_AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + 60)
    .sign(key)
}

/** Has strangers use up mails and tries of an address. */
async function useUp(email: string): Promise<void> {
  const stranger = await createTestDevice(vault)
  await requestCode(stranger, email)
  await sql`insert into limit_events (kind, key, at)
    select kind, ${email}, extract(epoch from now())::int8 - 60
    from unnest(array['mail-to', 'wrong-code']) kind, generate_series(1, 10)`.execute(
    vault.database.db,
  )
}

describe('a device that the mailbox has let in', () => {
  test('gets a code, and enters it, whatever strangers do', async () => {
    const email = newEmail()
    await useUp(email)
    const device = await createTestDevice(vault)
    const send = (receipt: string | null) =>
      device.post('/otp/send', { email, purpose: 'login', receipt })
    expect(await send(null)).toMatchObject({ status: 429, body: { code: 'otp.cooldown' } })
    expect(await send(await signMailboxReceipt(device, email))).toMatchObject({ status: 200 })
    expect(await verify(device, email, await readCode(vault, email))).toMatchObject({ status: 200 })
  })

  test('error: a receipt that is old, forged, of another kind, device or address counts as none', async () => {
    const email = newEmail()
    await useUp(email)
    const [device, other] = await Promise.all([createTestDevice(vault), createTestDevice(vault)])
    const { privateKey: key } = generateKeyPairSync('ed25519')
    for (const receipt of [
      await signMailboxReceipt(device, email, { age: 71 }),
      await signMailboxReceipt(device, email, { key }),
      await signMailboxReceipt(device, email, { typ: SESSION_RECEIPT_TYPE }),
      await signMailboxReceipt(other, email),
      await signMailboxReceipt(device, newEmail()),
    ]) {
      expect(await device.post('/otp/send', { email, purpose: 'login', receipt })).toMatchObject({
        status: 429,
      })
    }
  })

  test('error: it has ten wrong tries a day, with all such devices', async () => {
    const email = newEmail()
    await sql`insert into limit_events (kind, key, at)
      select 'wrong-code-of-owner', ${email}, extract(epoch from now())::int8
      from generate_series(1, 10)`.execute(vault.database.db)
    const device = await createTestDevice(vault)
    const receipt = await signMailboxReceipt(device, email)
    await device.post('/otp/send', { email, purpose: 'login', receipt })
    expect(await verify(device, email, await readCode(vault, email))).toMatchObject({
      status: 429,
      body: { code: 'otp.address-locked' },
    })
  })

  test('error: it gets one mail in 30 seconds, five an hour and ten a day', async () => {
    const email = newEmail()
    const send = async () => {
      const device = await createTestDevice(vault)
      const receipt = await signMailboxReceipt(device, email)
      return (await device.post('/otp/send', { email, purpose: 'login', receipt })).status
    }
    expect([await send(), await send()]).toEqual([200, 429])
    await letTimePass(email, 31)
    const later = []
    for (let count = 0; count < 5; count += 1) {
      later.push(await send())
      await letTimePass(email, 31)
    }
    expect(later).toEqual([200, 200, 200, 200, 429])
  })
})

describe('mails', () => {
  test('error: the next one must wait 30 seconds, whatever the device', async () => {
    const [device, other] = await Promise.all([createTestDevice(vault), createTestDevice(vault)])
    const email = newEmail()
    await requestCode(device, email)
    const { status, body, headers } = await other.post('/otp/send', { email, purpose: 'login' })
    expect(status).toBe(429)
    expect(body['detail']).toMatch(/^Please try again after \d+ seconds$/)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(30)
    await letTimePass(email, 31)
    await requestCode(other, email)
  })

  test('one of ten requests at the same time sends a mail', async () => {
    const device = await createTestDevice(vault)
    const email = newEmail()
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => device.post('/otp/send', { email, purpose: 'login' })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(429)])
    expect(await readMails(vault, email)).toHaveLength(1)
  })

  test('error: an address gets five an hour and ten a day', async () => {
    const email = newEmail()
    const send = async () => {
      const device = await createTestDevice(vault)
      const { status } = await device.post('/otp/send', { email, purpose: 'login' })
      await letTimePass(email, 31)
      return status
    }
    const inFirstHour = []
    for (let count = 0; count < 6; count += 1) inFirstHour.push(await send())
    expect(inFirstHour).toEqual([200, 200, 200, 200, 200, 429])
    await letTimePass(email, 3_600)
    const later = []
    for (let count = 0; count < 5; count += 1) later.push(await send())
    expect(later).toEqual([200, 200, 200, 200, 200])
    await letTimePass(email, 3_600)
    expect(await send()).toBe(429)
    await letTimePass(email, 86_400)
    expect(await send()).toBe(200)
  })

  test('error: one IP address gets 20 an hour', async () => {
    const device = await createTestDevice(vault)
    const statuses = []
    for (let count = 0; count < 21; count += 1) {
      const { status } = await device.post('/otp/send', { email: newEmail(), purpose: 'login' })
      statuses.push(status)
    }
    expect(statuses).toEqual([...Array(20).fill(200), 429])
  })

  test('error: the networks of an IPv6 /48 get eight times as many as one', async () => {
    await vault.restart({}, { mails: { ...LIMITS.mails, perHourAndIp: 1 } })
    const device = await createTestDevice(vault)
    const send = async (network: string) => {
      const body = { email: newEmail(), purpose: 'login' }
      return (await device.post('/otp/send', body, { 'x-forwarded-for': network })).status
    }
    const statuses = []
    for (let count = 1; count <= 9; count += 1) statuses.push(await send(`2001:db8:a:${count}::7`))
    expect(statuses).toEqual([...Array(8).fill(200), 429])
    expect(await send('2001:db8:b:9::7')).toBe(200)
    await vault.restart({})
  })

  test('error: all together get as many an hour as the limit allows', async () => {
    const token = 'token-of-the-metrics'
    await sql`delete from limit_events`.execute(vault.database.db)
    await vault.restart({ METRICS_TOKEN: token }, { mails: { ...LIMITS.mails, perHourInAll: 2 } })
    const send = async () => {
      const device = await createTestDevice(vault)
      return await device.post('/otp/send', { email: newEmail(), purpose: 'login' })
    }
    expect([(await send()).status, (await send()).status]).toEqual([200, 200])
    expect(await send()).toMatchObject({ status: 429, body: { code: 'mail.used-up' } })
    const headers = { authorization: `Bearer ${token}` }
    const metrics = await (await fetch(`${vault.url}/metrics`, { headers })).text()
    expect(metrics).toContain('bullring_vault_mails_total{outcome="used-up"} 1')
    await vault.restart({})
  })

  test('random addresses use up no mail of those that have a wallet', async () => {
    const owner = await createTestDevice(vault)
    const email = newEmail()
    expect((await verify(owner, email, await requestCode(owner, email))).status).toBe(200)
    const wallet = { walletId: randomUUID(), share: randomBytes(21).toString('base64url') }
    expect((await owner.post('/recovery/put', wallet)).status).toBe(200)
    await sql`delete from limit_events`.execute(vault.database.db)
    await vault.restart({}, { mails: { ...LIMITS.mails, perHourInAll: 2 } })
    const send = async (to: string) => {
      const device = await createTestDevice(vault)
      return (await device.post('/otp/send', { email: to, purpose: 'login' })).status
    }
    const random = [await send(newEmail()), await send(newEmail()), await send(newEmail())]
    expect(random).toEqual([200, 200, 429])
    expect(await send(email)).toBe(200)
    await vault.restart({})
  })

  test('one that cannot be sent is not counted', async () => {
    const device = await createTestDevice(vault)
    const email = newEmail()
    await vault.restart({ MAIL_URL: 'smtp://127.0.0.1:1' })
    expect(await device.post('/otp/send', { email, purpose: 'login' })).toMatchObject({
      status: 502,
      body: { code: 'mail.not-sent' },
    })
    await vault.restart({})
    await requestCode(device, email)
  })
})

describe('the service', () => {
  test('error: refuses unsigned requests and foreign origins', async () => {
    const device = await createTestDevice(vault)
    const body = { email: newEmail(), purpose: 'login' }
    const unsigned = await device.post('/otp/send', body, { 'device-signature': '' })
    expect(unsigned).toMatchObject({ status: 401, body: { code: 'device.bad-signature' } })
    const foreign = await device.post('/otp/send', body, { origin: 'https://app.example' })
    expect(foreign).toMatchObject({ status: 403, body: { code: 'http.foreign-origin' } })
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('allows the frame to read its responses', async () => {
    const response = await fetch(`${vault.url}/otp/send`, {
      method: 'OPTIONS',
      headers: {
        origin: FRAME_ORIGIN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,device-signature',
      },
    })
    expect(response.headers.get('access-control-allow-origin')).toBe(FRAME_ORIGIN)
    expect(response.headers.get('access-control-allow-headers')).toContain('device-signature')
  })

  test('keeps no code in its database', async () => {
    const device = await createTestDevice(vault)
    const email = newEmail()
    const code = await requestCode(device, email)
    const { rows } = await sql<{ dump: string }>`select row_to_json(o)::text as dump
      from otps o where email = ${email}`.execute(vault.database.db)
    expect(rows[0]?.dump).toContain(email)
    expect(rows[0]?.dump).not.toContain(code)
    expect(rows[0]?.dump).not.toContain(Buffer.from(code).toString('hex'))
    // A million codes are soon tried out: without the service's key, the right one must not be recognized.
    const { salt, code_hash } = await vault.database.db
      .selectFrom('otps')
      .select(['salt', 'code_hash'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const binding = [device.id, email, 'login', code].join('\n')
    const guesses = [
      createHash('sha256').update(salt).update(binding).digest(),
      createHash('sha256').update(salt).update(code).digest(),
      createHmac('sha256', '').update(salt).update(binding).digest(),
      createHmac('sha256', salt).update(binding).digest(),
    ]
    for (const guess of guesses) expect(code_hash.equals(guess)).toBe(false)
  })
})
