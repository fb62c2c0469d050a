import { LoginAssertion } from '@bullring/login-api/vault-api/assertion'
import { LoginResponse } from '@bullring/login-api/vault-api/oauth'
import { createLocalBot, signInitData } from '@bullring/stack/telegram/sign-init-data'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { parseConfig } from '../config.ts'
import { startTestVault, type TestVault, testVariables } from '../testing/start-test-vault.ts'
import { createTestDevice, type TestDevice } from '../testing/test-device.ts'

const bot = createLocalBot()
const ADA = { id: 5_000_000_001, first_name: 'Ada', username: 'ada' }

let vault: TestVault

beforeAll(async () => {
  const variables = { TELEGRAM_BOT: bot.setting }
  vault = await startTestVault(inject('postgresUrl'), { variables })
})
afterAll(() => vault.stop())

const logIn = (device: TestDevice, initData: string) => device.post('/telegram/login', { initData })

const REFUSED = { status: 401, body: { code: 'telegram.refused' } }

const secondsAgo = (seconds: number) => ({
  auth_date: `${Math.floor(Date.now() / 1_000) - seconds}`,
})

describe('a login with Telegram', () => {
  test('ends with an assertion for the account that Telegram has signed', async () => {
    const device = await createTestDevice(vault)
    const initData = signInitData(bot, ADA)
    const { status, body } = await logIn(device, initData)
    expect(status).toBe(200)
    const { assertion, identity, evidence } = LoginResponse.parse(body)
    expect(identity).toEqual({
      provider: 'telegram',
      subject: '5000000001',
      email: null,
      name: '@ada',
    })
    expect(evidence).toEqual({ kind: 'telegram', initData })
    expect(LoginAssertion.parse(decodeJwt(assertion))).toMatchObject({
      device: device.id,
      identity,
      amr: ['telegram'],
      purpose: 'login',
    })
  })

  test('shows the first name of an account without a user name', async () => {
    const initData = signInitData(bot, { id: 1, first_name: 'Łucja 🐂' })
    const { body } = await logIn(await createTestDevice(vault), initData)
    expect(body).toMatchObject({ identity: { subject: '1', name: 'Łucja 🐂' } })
  })

  test('cuts a name of 64 emoji, which Telegram allows', async () => {
    const initData = signInitData(bot, { id: 1, first_name: '🐂'.repeat(64) })
    const { body } = await logIn(await createTestDevice(vault), initData)
    expect(body).toMatchObject({ identity: { subject: '1', name: '🐂'.repeat(32) } })
  })

  test('can be repeated by the same device for two minutes: the response may have been lost', async () => {
    const device = await createTestDevice(vault)
    const initData = signInitData(bot, ADA)
    expect(await logIn(device, initData)).toMatchObject({ status: 200 })
    expect(await logIn(device, initData)).toMatchObject({ status: 200 })
    await sql`update telegram_logins set claimed_at = claimed_at - 121
      where device_id = ${device.id}`.execute(vault.database.db)
    expect(await logIn(device, initData)).toMatchObject(REFUSED)
  })

  test('error: used by another device, however it is written, also when both arrive at once', async () => {
    const [first, second] = [await createTestDevice(vault), await createTestDevice(vault)]
    const initData = signInitData(bot, ADA)
    const both = await Promise.all([logIn(first, initData), logIn(second, initData)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
    const other = await createTestDevice(vault)
    const reordered = new URLSearchParams([...new URLSearchParams(initData)].toReversed())
    reordered.set('hash', 'f'.repeat(64))
    expect(await logIn(other, reordered.toString())).toMatchObject(REFUSED)
  })

  test('counts for an hour', async () => {
    const device = await createTestDevice(vault)
    const young = signInitData(bot, ADA, secondsAgo(3_500))
    expect(await logIn(device, young)).toMatchObject({ status: 200 })
    const old = signInitData(bot, ADA, secondsAgo(3_610))
    expect(await logIn(device, old)).toMatchObject(REFUSED)
    const early = signInitData(bot, ADA, secondsAgo(-400))
    expect(await logIn(device, early)).toMatchObject(REFUSED)
  })

  const signed = () => new URLSearchParams(signInitData(bot, ADA))
  const changed = (name: string, value: string) => {
    const data = signed()
    data.set(name, value)
    return data.toString()
  }
  const twice = () => `${signed()}&user=${encodeURIComponent(JSON.stringify({ id: 2 }))}`
  const user = JSON.stringify({ id: 2, first_name: 'Eve' })

  test.each<[string, () => string]>([
    ['for another bot', () => signInitData({ ...bot, id: '7000000002' }, ADA)],
    ['that another key has signed', () => signInitData(createLocalBot(bot.id, 'mallory'), ADA)],
    ['with another account', () => changed('user', user)],
    ['with another time', () => changed('auth_date', `${Math.floor(Date.now() / 1_000) + 60}`)],
    ['with a field more', () => changed('chat_type', 'private')],
    ['with an account twice', twice],
    [
      'with a signature in other characters',
      () => changed('signature', `${signed().get('signature')}=`),
    ],
    ['without a signature', () => changed('signature', '')],
    ['of a bot', () => signInitData(bot, { ...ADA, is_bot: true } as typeof ADA)],
    ['without an account', () => signInitData(bot, ADA, { user: 'null' })],
    ['with a line feed in a field', () => signInitData(bot, ADA, { start_param: 'a\nuser={}' })],
    ['that is no query', () => 'ada'],
  ])('error: launch data %s', async (_, initData) => {
    expect(await logIn(await createTestDevice(vault), initData())).toMatchObject(REFUSED)
  })
})

test('error: no bot', async () => {
  await vault.restart({ TELEGRAM_BOT: '' })
  const device = await createTestDevice(vault)
  expect(await logIn(device, signInitData(bot, ADA))).toMatchObject({
    status: 404,
    body: { code: 'telegram.not-configured' },
  })
})

test('error: a stand-in key is for this machine only', () => {
  const configOf = (TELEGRAM_BOT: string, CUSTODY_PUBLIC_URL: string) =>
    parseConfig(
      testVariables(vault.keys, 'postgres://localhost/vault', 'smtp://127.0.0.1:25', {
        TELEGRAM_BOT,
        CUSTODY_PUBLIC_URL,
      }),
    )
  expect(configOf(bot.id, 'https://wallet.example').telegram?.id).toBe(bot.id)
  expect(() => configOf(bot.setting, 'https://wallet.example')).toThrow(/this machine only/)
  expect(() => configOf('123:abc', 'http://127.0.0.1:1')).toThrow(/bot's id/)
})
