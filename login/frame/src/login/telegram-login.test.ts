import { telegramDigest } from '@bullring/login-api/telegram-init-data'
import type { LoginResponse } from '@bullring/login-api/vault-api/oauth'
import { expect, test } from 'vitest'
import { createTelegramLogin } from './telegram-login.ts'

const INIT_DATA = 'user=%7B%22id%22%3A7%7D&auth_date=1&signature=s&hash=h'
const LOGIN: LoginResponse = {
  assertion: 'a.b.c',
  identity: { provider: 'telegram', subject: '7', email: null, name: '@ada' },
  evidence: { kind: 'telegram', initData: INIT_DATA },
}

function setUp(isClaimed: boolean) {
  const calls: unknown[] = []
  const login = createTelegramLogin(
    {
      logInWithTelegram: (body) => {
        calls.push(['vault', body])
        return Promise.resolve(LOGIN)
      },
    },
    {
      claimTelegram: (body) => {
        calls.push(['core', body])
        return isClaimed ? Promise.resolve({ claimed: true }) : Promise.reject(new Error('used'))
      },
    },
  )
  return { calls, login }
}

test('shows the vault launch data only once the core has reserved its digest', async () => {
  const { calls, login } = setUp(true)
  expect(await login.logIn(INIT_DATA)).toBe(LOGIN)
  const digest = await telegramDigest(INIT_DATA)
  expect(calls).toEqual([
    ['core', { digest }],
    ['vault', { initData: INIT_DATA }],
  ])
})

test('error: the vault sees nothing of launch data that the core refuses', async () => {
  const { calls, login } = setUp(false)
  await expect(login.logIn(INIT_DATA)).rejects.toThrow('used')
  expect(calls).toHaveLength(1)
})
