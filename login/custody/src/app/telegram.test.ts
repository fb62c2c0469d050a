import { telegramDigest } from '@bullring/login-api/telegram-init-data'
import type { LoginEvidence } from '@bullring/login-api/vault-api/login-evidence'
import {
  createSigningDevice,
  type SigningDevice,
} from '@bullring/login-server/testing/signing-device'
import { createLocalBot, signInitData } from '@bullring/stack/telegram/sign-init-data'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startTestCustody, type TestCustody } from '../testing/start-test-custody.ts'
import { signAssertion } from '../testing/test-user.ts'

/** A stand-in for Telegram's key is accepted on this machine only. */
const ORIGIN = 'http://127.0.0.1:4999'

const bot = createLocalBot()
const ADA = { id: 5_000_000_001, first_name: 'Ada', username: 'ada' }

let custody: TestCustody

beforeAll(async () => {
  const variables = { TELEGRAM_BOT: bot.setting, CUSTODY_PUBLIC_URL: ORIGIN }
  custody = await startTestCustody(inject('postgresUrl'), { variables })
})
afterAll(() => custody.stop())

const createDevice = () =>
  createSigningDevice({
    baseUrl: () => custody.url,
    pageOrigin: ORIGIN,
    audience: ORIGIN,
    nowMs: custody.nowMs,
  })

const claim = async (device: SigningDevice, initData: string) =>
  await device.post('/core/telegram/claim', { digest: await telegramDigest(initData) })

/** Opens a session with the vault's assertion, which need not be true. */
async function openSession(device: SigningDevice, evidence?: LoginEvidence, id = ADA.id) {
  const identity = { provider: 'telegram' as const, subject: `${id}`, email: null, name: '@ada' }
  const claims = { identity, amr: ['telegram' as const] }
  const assertion = await signAssertion(custody, { email: '', device }, { claims })
  return await device.post('/core/session/open', { assertion, evidence })
}

const evidenceOf = (initData: string): LoginEvidence => ({ kind: 'telegram', initData })

const OPENED = { status: 200, body: { session: { user: { provider: 'telegram', email: null } } } }
const REFUSED = { status: 401, body: { code: 'telegram.refused' } }
const UNPROVEN = { status: 401, body: { code: 'session.invalid-evidence' } }

describe('the core’s own check of a login with Telegram', () => {
  test('opens sessions of the same user on every device, each with other launch data', async () => {
    const users = []
    for (const device of [await createDevice(), await createDevice()]) {
      const initData = signInitData(bot, ADA)
      expect(await claim(device, initData)).toMatchObject({ status: 200 })
      const opened = await openSession(device, evidenceOf(initData))
      expect(opened).toMatchObject(OPENED)
      users.push((opened.body as { session: { user: { id: string } } }).session.user.id)
    }
    expect(users[0]).toBe(users[1])
  })

  test('error: the vault’s assertion alone opens nothing', async () => {
    const device = await createDevice()
    expect(await openSession(device)).toMatchObject(UNPROVEN)
    const token: LoginEvidence = { kind: 'access-token', token: 'abc' }
    expect(await openSession(device, token)).toMatchObject(UNPROVEN)
  })

  test('error: a vault cannot use launch data that a device has claimed before', async () => {
    const [visitor, ofVault] = [await createDevice(), await createDevice()]
    const initData = signInitData(bot, ADA)
    expect(await claim(visitor, initData)).toMatchObject({ status: 200 })
    expect(await openSession(ofVault, evidenceOf(initData))).toMatchObject(REFUSED)
    expect(await claim(ofVault, initData)).toMatchObject(REFUSED)
    expect(await openSession(visitor, evidenceOf(initData))).toMatchObject(OPENED)
  })

  test('error: launch data of one account opens no session of another', async () => {
    const device = await createDevice()
    const evidence = evidenceOf(signInitData(bot, { id: 7, first_name: 'Eve' }))
    expect(await openSession(device, evidence)).toMatchObject(UNPROVEN)
  })

  test('error: the same launch data again, also when both arrive at once', async () => {
    const device = await createDevice()
    const evidence = evidenceOf(signInitData(bot, ADA))
    const both = await Promise.all([openSession(device, evidence), openSession(device, evidence)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect(await openSession(device, evidence)).toMatchObject(UNPROVEN)
    expect(await openSession(await createDevice(), evidence)).toMatchObject(REFUSED)
  })

  test('error: launch data of another key, or of more than an hour ago', async () => {
    const device = await createDevice()
    const forged = evidenceOf(signInitData(createLocalBot(bot.id, 'mallory'), ADA))
    expect(await openSession(device, forged)).toMatchObject(REFUSED)
    const auth_date = `${Math.floor(custody.nowMs() / 1_000) - 3_610}`
    const old = evidenceOf(signInitData(bot, ADA, { auth_date }))
    expect(await openSession(device, old)).toMatchObject(REFUSED)
  })
})

test('error: no bot', async () => {
  await custody.restart({ TELEGRAM_BOT: '' })
  const device = await createDevice()
  const initData = signInitData(bot, ADA)
  expect(await claim(device, initData)).toMatchObject({
    status: 404,
    body: { code: 'telegram.not-configured' },
  })
  expect(await openSession(device, evidenceOf(initData))).toMatchObject({
    status: 422,
    body: { code: 'session.unchecked-provider' },
  })
})
