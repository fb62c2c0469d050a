import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { LoginAssertion } from '@bullring/login-api/vault-api/assertion'
import { SessionReceipt } from '@bullring/login-api/vault-api/session-receipt'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startTestCustody, type TestCustody } from '../testing/start-test-custody.ts'
import {
  createDevice,
  createUserWithWallet,
  decide,
  logIn,
  logInElsewhere,
  newEmail,
  newShare,
  newWallet,
  readLink,
  revokeDevice,
  signAssertion,
  signRemoval,
} from '../testing/test-user.ts'

let custody: TestCustody

beforeAll(async () => {
  custody = await startTestCustody(inject('postgresUrl'))
})
afterAll(() => custody.stop())

const randomDeviceId = () => randomBytes(32).toString('base64url')

const openWith = async (assertion: string, device: Awaited<ReturnType<typeof createDevice>>) => {
  const { status, body } = await device.post('/core/session/open', { assertion })
  return [status, body['code']]
}

describe('POST /core/session/open', () => {
  test('opens a session of the device, for seven days', async () => {
    const user = await logIn(custody, newEmail(), await createDevice(custody))
    const { status, body } = await user.post('/core/session/get')
    expect([status, body['wallet'], body['hasAuthShare']]).toEqual([200, null, false])
    expect(body['user']).toMatchObject({ email: user.email, provider: 'email' })
    custody.advance(7 * 86_400 - 60)
    expect((await user.post('/core/session/get')).status).toBe(200)
    custody.advance(61)
    const ended = await user.post('/core/session/get')
    expect([ended.status, ended.body['code']]).toEqual([401, 'session.none'])
  })

  test('an account stays the same on all its devices', async () => {
    const user = await createUserWithWallet(custody)
    const elsewhere = await logInElsewhere(custody, user.email)
    expect(elsewhere.userId).toBe(user.userId)
    const { body } = await elsewhere.post('/core/session/get')
    expect(body).toMatchObject({ wallet: { id: user.wallet.walletId }, hasAuthShare: false })
  })

  test('two logins at once for a new address share one account', async () => {
    const email = newEmail()
    const devices = await Promise.all([createDevice(custody), createDevice(custody)])
    const users = await Promise.all(devices.map((device) => logIn(custody, email, device)))
    expect(users[0]?.userId).toBe(users[1]?.userId)
  })

  test('error: another key, audience, issuer, type, device, purpose or provider; or an old one', async () => {
    const device = await createDevice(custody)
    const login = { email: newEmail(), device }
    const { privateKey: key } = generateKeyPairSync('ed25519')
    const other = await createDevice(custody)
    const identity = { provider: 'google', subject: '1', email: null, name: null } as const
    const sign = (
      ...options: Parameters<typeof signAssertion> extends [unknown, unknown, ...infer rest]
        ? rest
        : never
    ) => signAssertion(custody, login, ...options)
    const invalid = [401, 'session.invalid-assertion']
    expect(await openWith(await sign({ key }), device)).toEqual(invalid)
    expect(await openWith(await sign({ audience: 'other' }), device)).toEqual(invalid)
    expect(await openWith(await sign({ issuer: 'other' }), device)).toEqual(invalid)
    expect(await openWith(await sign({ header: { typ: 'JWT' } }), device)).toEqual(invalid)
    expect(await openWith(await sign({ age: 71 }), device)).toEqual(invalid)
    expect(await openWith(await sign(), other)).toEqual(invalid)
    for (const purpose of ['update-email', 'remove-device'] as const) {
      expect(await openWith(await sign({ claims: { purpose } }), device)).toEqual(invalid)
    }
    expect(await openWith(await sign({ claims: { identity } }), device)).toEqual([
      422,
      'session.unchecked-provider',
    ])
  })

  test('error: an assertion opens one session, also if it comes twice at once', async () => {
    const device = await createDevice(custody)
    const assertion = await signAssertion(custody, { email: newEmail(), device })
    const opened = await Promise.all([openWith(assertion, device), openWith(assertion, device)])
    expect(opened.map(([status]) => status).toSorted()).toEqual([200, 401])
    expect(await openWith(assertion, device)).toEqual([401, 'session.invalid-assertion'])
  })
})

describe('attackers', () => {
  test('the vault alone, with its key, opens no session of an account with a wallet', async () => {
    const { email } = await createUserWithWallet(custody)
    const device = await createDevice(custody)
    const forged = await signAssertion(custody, { email, device })
    expect(await openWith(forged, device)).toEqual([403, 'session.device-not-approved'])
  })

  test('sessions that the vault’s assertion opened before there was a wallet end with the wallet', async () => {
    const email = newEmail()
    const attacker = await logIn(custody, email, await createDevice(custody))
    const owner = await logIn(custody, email, await createDevice(custody))
    const stored = await owner.post('/core/wallet/create', await newWallet(owner))
    expect(stored.status).toBe(200)
    const late = await attacker.post('/core/wallet/recovery-auth')
    expect([late.status, late.body['code']]).toEqual([401, 'session.none'])
    await expect(logIn(custody, email, attacker.device)).rejects.toThrow('device-not-approved')
  })

  test('an approved link that no login followed ends after an hour; a listed device stays approved', async () => {
    const user = await createUserWithWallet(custody)
    const [unused, used] = [await createDevice(custody), await createDevice(custody)]
    for (const device of [unused, used]) {
      await device.post('/core/email/start', { email: user.email })
      await decide(custody, await readLink(custody, user.email), 'approve')
      custody.advance(31)
    }
    await logIn(custody, user.email, used)
    custody.advance(3_600)
    await expect(logIn(custody, user.email, unused)).rejects.toThrow('device-not-approved')
    const start = await unused.post('/core/email/start', { email: user.email })
    expect(start.body['action']).toBe('VERIFY_DEVICE')
    await logIn(custody, user.email, used)
    const { body } = await user.post('/core/devices')
    expect(body['devices']).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: used.id })]),
    )
    // Approved again, it may log in again.
    await decide(custody, await readLink(custody, user.email), 'approve')
    await logIn(custody, user.email, unused)
  })

  test('a stolen token is useless on another device', async () => {
    const { token, post } = await createUserWithWallet(custody)
    const thief = await createDevice(custody)
    for (const path of ['/core/session/get', '/core/wallet/recovery-auth', '/core/devices']) {
      const { status, body } = await thief.post(path, {}, { token })
      expect([status, body['code']]).toEqual([401, 'session.none'])
    }
    // Not even to end the session.
    await thief.post('/core/session/close', {}, { token })
    expect((await post('/core/session/get')).status).toBe(200)
  })

  test('a closed session is over, and closing it twice is no error', async () => {
    const { post } = await createUserWithWallet(custody)
    expect((await post('/core/session/close')).status).toBe(200)
    expect((await post('/core/session/get')).status).toBe(401)
    expect((await post('/core/session/close')).status).toBe(200)
  })

  test('a replayed, altered or stale request, and a page of another origin, get nothing', async () => {
    const { post, token, device } = await createUserWithWallet(custody)
    const nonce = { 'device-nonce': 'A'.repeat(22) }
    const altered = await post('/core/session/get', {}, { token, headers: nonce })
    expect(altered.body['code']).toBe('device.bad-signature')
    const stale = { 'device-time': '1' }
    const late = await device.post('/core/session/get', {}, { token, headers: stale })
    expect(late.body['code']).toBe('device.stale-request')
    const foreign = { origin: 'https://app.example' }
    const page = await device.post('/core/session/get', {}, { token, headers: foreign })
    expect(page.body['code']).toBe('http.foreign-origin')
  })
})

describe('POST /core/devices/revoke', () => {
  test('ends the device’s sessions, deletes its share, and forgets its approval', async () => {
    const user = await createUserWithWallet(custody)
    const lost = await logInElsewhere(custody, user.email)
    const { walletId } = user.wallet
    await lost.post('/core/wallet/recovery-auth')
    await lost.post('/core/wallet/device-share', { walletId, share: newShare() })
    const { body } = await user.post('/core/devices')
    // Both may be of the same second, which leaves their order open.
    expect(body['devices']).toHaveLength(2)
    expect(body['devices']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: lost.device.id, isCurrent: false, hasAuthShare: true }),
        expect.objectContaining({ id: user.device.id, isCurrent: true, hasAuthShare: true }),
      ]),
    )
    const revoke = () => revokeDevice(custody, user, lost.device.id)
    expect((await revoke()).body).toEqual({ revoked: true })
    expect((await lost.post('/core/session/get')).status).toBe(401)
    await expect(logIn(custody, user.email, lost.device)).rejects.toThrow('device-not-approved')
    const shares = custody.database.db.selectFrom('auth_shares').select('device_id')
    const left = await shares.where('wallet_id', '=', walletId).execute()
    expect(left).toEqual([{ device_id: user.device.id }])
    expect((await revoke()).status).toBe(200)
    expect((await user.post('/core/devices')).body['devices']).toHaveLength(1)
  })

  test('error: another device, without the vault’s assertion for this user, wallet, device and purpose', async () => {
    const [user, other] = [await createUserWithWallet(custody), await createUserWithWallet(custody)]
    const lost = await logInElsewhere(custody, user.email)
    const revoke = (assertion: string | null) =>
      user.post('/core/devices/revoke', { deviceId: lost.device.id, assertion })
    expect(await revoke(null)).toMatchObject({
      status: 403,
      body: { code: 'custody.owner-not-proven' },
    })
    const { identity } = decodeJwt<LoginAssertion>(await signRemoval(custody, other))
    const used = await signRemoval(custody, user)
    await user.post('/core/devices/revoke', { deviceId: randomDeviceId(), assertion: used })
    for (const assertion of [
      await signRemoval(custody, user, { wallet: other.wallet.walletId }),
      await signRemoval(custody, user, { wallet: undefined }),
      await signRemoval(custody, user, { purpose: 'login' }),
      await signRemoval(custody, user, { purpose: 'update-email' }),
      await signRemoval(custody, user, { identity }),
      await signRemoval(custody, { ...user, device: lost.device }),
      used,
    ]) {
      expect(await revoke(assertion)).toMatchObject({
        status: 401,
        body: { code: 'session.invalid-assertion' },
      })
    }
    expect((await lost.post('/core/session/get')).status).toBe(200)
    expect((await revoke(await signRemoval(custody, user))).status).toBe(200)
    expect((await lost.post('/core/session/get')).status).toBe(401)
  })

  test('needs no assertion for the device itself, and where there is no wallet', async () => {
    const user = await createUserWithWallet(custody)
    await user.post('/core/devices/revoke', { deviceId: user.device.id })
    expect((await user.post('/core/session/get')).status).toBe(401)
    const email = newEmail()
    const first = await logIn(custody, email, await createDevice(custody))
    const second = await logIn(custody, email, await createDevice(custody))
    await second.post('/core/devices/revoke', { deviceId: first.device.id })
    expect((await first.post('/core/session/get')).status).toBe(401)
  })

  test('error: revokes no device of another user', async () => {
    const [mine, theirs] = [
      await createUserWithWallet(custody),
      await createUserWithWallet(custody),
    ]
    await revokeDevice(custody, mine, theirs.device.id)
    expect((await theirs.post('/core/session/get')).body).toMatchObject({ hasAuthShare: true })
  })
})

describe('POST /core/session/receipt', () => {
  test('says to the vault that the device is logged in, until it is revoked', async () => {
    const user = await createUserWithWallet(custody)
    const { body } = await user.post('/core/session/receipt')
    expect(SessionReceipt.parse(decodeJwt(String(body['receipt'])))).toEqual({
      device: user.device.id,
      walletId: user.wallet.walletId,
    })
    await user.post('/core/devices/revoke', { deviceId: user.device.id })
    expect((await user.post('/core/session/receipt')).status).toBe(401)
  })

  test('is null without a wallet', async () => {
    const user = await logIn(custody, newEmail(), await createDevice(custody))
    expect((await user.post('/core/session/receipt')).body).toEqual({ receipt: null })
  })
})
