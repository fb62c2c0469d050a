import { FarcasterSalt } from '@bullring/login-api/farcaster-nonce'
import type { FarcasterWaitResponse } from '@bullring/login-api/vault-api/farcaster'
import { ApiUnreachableError } from '@bullring/wire/http/request-errors'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createFarcasterLogin } from './farcaster-login.ts'

const URL_FOR_PHONE = 'https://farcaster.example/~/siwf?channelToken=t'
const LOGIN = {
  assertion: 'a.b.c',
  identity: { provider: 'farcaster' as const, subject: '7', email: null, name: 'ada' },
  evidence: { kind: 'farcaster' as const, message: 'm', signature: '0x', salt: 's' },
}
const COMPLETED: FarcasterWaitResponse = { status: 'completed', login: LOGIN }

type Answer = () => Promise<FarcasterWaitResponse>

/** A frame whose vault gives one answer after another, and then none. */
function setUp(answers: Answer[] = [], check: () => Promise<{ checked: true }> = checked) {
  const waits: string[] = []
  const sent: { url: string; salt: string }[] = []
  const login = createFarcasterLogin(
    {
      openFarcasterChannel: (salt) => {
        z.parse(FarcasterSalt, salt)
        return Promise.resolve({
          channelId: `${sent.length}`,
          url: URL_FOR_PHONE,
          expiresInSeconds: 600,
        })
      },
      waitForFarcaster: (id, signal) => {
        waits.push(id)
        const answer = answers.shift()
        if (answer !== undefined) return answer()
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        })
      },
    },
    {
      checkFarcaster: (body) => {
        sent.push(body)
        return check()
      },
    },
  )
  return { login, waits, sent }
}

const checked = () => Promise.resolve({ checked: true as const })
const lost: Answer = () =>
  Promise.reject(new ApiUnreachableError('https://vault.example/farcaster/wait'))

describe('a login with Farcaster', () => {
  test('shows a link only after the core has checked it', async () => {
    const { login, sent } = setUp()
    expect(await login.start()).toBe(URL_FOR_PHONE)
    expect(sent).toMatchObject([{ url: URL_FOR_PHONE }])
    const refuse = () => Promise.reject(new Error('for another device'))
    const lied = setUp([], refuse)
    await expect(lied.login.start()).rejects.toThrow('for another device')
    expect(await lied.login.wait()).toBeUndefined()
    expect(lied.waits).toEqual([])
  })

  test('has another salt each time', async () => {
    const { login, sent } = setUp()
    await login.start()
    await login.start()
    expect(sent[0]?.salt).not.toBe(sent[1]?.salt)
  })

  test('continues after a lost connection, by one poll for all who wait', async () => {
    const pending: Answer = () => Promise.resolve({ status: 'pending' })
    const { login, waits } = setUp([pending, lost, () => Promise.resolve(COMPLETED)])
    await login.start()
    expect(await Promise.all([login.wait(), login.wait()])).toEqual([LOGIN, LOGIN])
    expect(waits).toHaveLength(3)
    expect(await login.wait()).toBeUndefined()
  })

  test('gives no result once it was dropped or replaced', async () => {
    const { login } = setUp()
    await login.start()
    const dropped = login.wait()
    login.drop()
    expect(await dropped).toBeUndefined()
    await login.start()
    const replaced = login.wait()
    await login.start()
    expect(await replaced).toBeUndefined()
  })

  test('error: what the vault refuses is reported, and ends the login', async () => {
    const { login } = setUp([() => Promise.reject(new Error('declined'))])
    await login.start()
    await expect(login.wait()).rejects.toThrow('declined')
    expect(await login.wait()).toBeUndefined()
  })
})
