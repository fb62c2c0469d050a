import { randomBytes, randomUUID } from 'node:crypto'
import { LoginAssertion } from '@bullring/wire/embedded/vault-api/assertion'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { otherCode, readCode, readMails } from '../testing/read-code.ts'
import { startTestVault, type TestVault } from '../testing/start-test-vault.ts'
import { createEcdhKeys, createTestDevice, type TestDevice } from '../testing/test-device.ts'

let vault: TestVault

beforeAll(async () => {
  vault = await startTestVault(inject('postgresUrl'))
})
afterAll(() => vault.stop())

const newEmail = () => `${randomUUID()}@example.com`

async function logIn(device: TestDevice, email: string): Promise<void> {
  await sql`delete from limit_events where key = ${email}`.execute(vault.database.db)
  await device.post('/otp/send', { email, purpose: 'login' })
  const otp = await readCode(vault, email)
  const reply = await device.post('/otp/verify', { email, purpose: 'login', otp })
  expect(reply.status).toBe(200)
  await sql`delete from limit_events where key = ${email}`.execute(vault.database.db)
}

/** Logs in and stores a share. */
async function createWallet() {
  const device = await createTestDevice(vault)
  const email = newEmail()
  await logIn(device, email)
  const walletId = randomUUID()
  const share = randomBytes(21).toString('base64url')
  await device.post('/recovery/put', { walletId, share })
  return { device, email, walletId }
}

async function canRecover(email: string, walletId: string): Promise<boolean> {
  const device = await createTestDevice(vault)
  await logIn(device, email)
  const { publicKey: ecdhKey } = await createEcdhKeys()
  return (await device.post('/recovery/release', { walletId, ecdhKey })).status === 200
}

test('changes the address after a code from each', async () => {
  const { device, email, walletId } = await createWallet()
  const next = newEmail()
  expect(await device.post('/email/update', { email: next })).toMatchObject({
    status: 200,
    body: { action: 'VERIFY_PRIMARY_OTP' },
  })
  expect(await readMails(vault, next)).toEqual([])
  const first = await readCode(vault, email)
  expect(await device.post('/email/primary', { otp: otherCode(first, 1) })).toMatchObject({
    status: 401,
    body: { code: 'otp.wrong-code' },
  })
  expect(await device.post('/email/primary', { otp: first })).toMatchObject({ status: 200 })
  const second = await readCode(vault, next)
  const { status, body } = await device.post('/email/secondary', { otp: second })
  expect({ status, newEmail: body['newEmail'] }).toEqual({ status: 200, newEmail: next })
  expect(LoginAssertion.parse(decodeJwt(String(body['assertion'])))).toMatchObject({
    device: device.id,
    purpose: 'update-email',
    identity: { provider: 'email', subject: next },
    previous: { provider: 'email', subject: email },
  })
  expect(await canRecover(next, walletId)).toBe(true)
})

test('error: the new address alone changes nothing', async () => {
  const { device } = await createWallet()
  const next = newEmail()
  await device.post('/email/update', { email: next })
  expect(await device.post('/email/secondary', { otp: '123456' })).toMatchObject({
    status: 409,
    body: { code: 'email.no-update' },
  })
})

test('error: refuses an address that has a wallet, once it is proven', async () => {
  const [{ device, email }, other] = [await createWallet(), await createWallet()]
  expect(await device.post('/email/update', { email: other.email })).toMatchObject({ status: 200 })
  await device.post('/email/primary', { otp: await readCode(vault, email) })
  const otp = await readCode(vault, other.email)
  expect(await device.post('/email/secondary', { otp })).toMatchObject({
    status: 409,
    body: { code: 'email.in-use' },
  })
  expect(await canRecover(other.email, other.walletId)).toBe(true)
})

test('error: needs a login on this device', async () => {
  const device = await createTestDevice(vault)
  expect(await device.post('/email/update', { email: newEmail() })).toMatchObject({
    status: 401,
    body: { code: 'login.required' },
  })
})
