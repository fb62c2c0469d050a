import type { LoginAssertion } from '@bullring/wire/embedded/vault-api/assertion'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startTestCustody, type TestCustody } from '../testing/start-test-custody.ts'
import {
  createDevice,
  createUserWithWallet,
  type LoggedIn,
  logIn,
  newEmail,
  readMails,
  signAssertion,
} from '../testing/test-user.ts'

let custody: TestCustody

beforeAll(async () => {
  custody = await startTestCustody(inject('postgresUrl'))
})
afterAll(() => custody.stop())

const CLAIMS: Partial<LoginAssertion> = { purpose: 'update-email' }

async function apply(user: LoggedIn, email: string, claims: Partial<LoginAssertion> = CLAIMS) {
  const { device } = user
  const assertion = await signAssertion(custody, { email, device }, { claims })
  return await user.post('/core/email/apply', { assertion })
}

async function startOn(user: Pick<LoggedIn, 'device'>, email: string): Promise<unknown> {
  return (await user.device.post('/core/email/start', { email })).body['action']
}

test('moves the account to the new address, with its sessions and approved devices', async () => {
  const user = await createUserWithWallet(custody)
  const next = newEmail()
  expect(await apply(user, next)).toMatchObject({ status: 200, body: { email: next } })
  const { body } = await user.post('/core/session/get')
  expect(body).toMatchObject({ user: { email: next }, wallet: { id: user.wallet.walletId } })
  // The device is still approved; another one needs the link, which goes to the new address.
  expect(await startOn(user, next)).toBe('VERIFY_OTP')
  expect(await startOn({ device: await createDevice(custody) }, next)).toBe('VERIFY_DEVICE')
  expect((await readMails(custody, next)).map(({ subject }) => subject)).toEqual([
    'Approve this login',
  ])
  const again = await logIn(custody, next, user.device)
  expect(again.userId).toBe(user.userId)
  await expect
    .poll(async () => (await readMails(custody, user.email)).map(({ subject }) => subject))
    .toEqual(['Your wallet has a new email'])
})

test('the earlier address no longer reaches the wallet, and is free again', async () => {
  const user = await createUserWithWallet(custody)
  await apply(user, newEmail())
  expect(await startOn({ device: await createDevice(custody) }, user.email)).toBe('VERIFY_OTP')
  const stranger = await logIn(custody, user.email, await createDevice(custody))
  expect(stranger.userId).not.toBe(user.userId)
})

test('repeating it changes nothing, and mails nothing', async () => {
  const user = await createUserWithWallet(custody)
  expect(await apply(user, user.email)).toMatchObject({ status: 200, body: { email: user.email } })
  expect(await readMails(custody, user.email)).toEqual([])
})

test('ends the sessions of an account without a wallet that had the address', async () => {
  const user = await createUserWithWallet(custody)
  const next = newEmail()
  const early = await logIn(custody, next, await createDevice(custody))
  expect((await apply(user, next)).status).toBe(200)
  expect((await early.post('/core/session/get')).status).toBe(401)
})

test('error: an address whose account has a wallet', async () => {
  const [user, other] = [await createUserWithWallet(custody), await createUserWithWallet(custody)]
  expect(await apply(user, other.email)).toMatchObject({
    status: 409,
    body: { code: 'custody.email-in-use' },
  })
  expect(await startOn(other, other.email)).toBe('VERIFY_OTP')
})

test('error: an assertion for a login, one of another device, and one used before', async () => {
  const user = await createUserWithWallet(custody)
  const next = newEmail()
  const invalid = { status: 401, body: { code: 'session.invalid-assertion' } }
  expect(await apply(user, next, { purpose: 'login' })).toMatchObject(invalid)
  const device = await createDevice(custody)
  expect(await apply(user, next, { ...CLAIMS, device: device.id })).toMatchObject(invalid)
  const signing = { email: next, device: user.device }
  const assertion = await signAssertion(custody, signing, { claims: CLAIMS })
  expect((await user.post('/core/email/apply', { assertion })).status).toBe(200)
  expect(await user.post('/core/email/apply', { assertion })).toMatchObject(invalid)
})
