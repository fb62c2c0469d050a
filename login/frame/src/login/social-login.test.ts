import { loginNonce } from '@bullring/login-api/login-nonce'
import { sha256 } from '@bullring/login-api/sha256'
import type { FinishOAuthRequest, StartOAuthRequest } from '@bullring/login-api/vault-api/oauth'
import { describe, expect, test } from 'vitest'
import { createMemoryStorage } from '#device/frame-storage.ts'
import { createSocialLogin } from './social-login.ts'

const FRAME = 'https://wallet.example'
const STATE = 'a'.repeat(48)
const AUTHORIZE = 'https://accounts.example/authorize'
const DEVICE = 'd'.repeat(43)

/** A vault that builds the URL as it should; `lie` changes it. */
function setUp(lie: (uri: URL) => void = () => {}, storage = createMemoryStorage()) {
  const finished: FinishOAuthRequest[] = []
  const login = (origin: string) =>
    createSocialLogin({
      storage,
      origin,
      frameOrigin: FRAME,
      deviceId: DEVICE,
      socials: [
        { provider: 'google', authorizeUrl: AUTHORIZE, clientId: 'ours', hasIdToken: true },
      ],
      vault: {
        startOAuth: async ({ provider, codeChallenge, nonceSalt }: StartOAuthRequest) => {
          const uri = new URL(AUTHORIZE)
          uri.search = new URLSearchParams({
            response_type: 'code',
            client_id: 'ours',
            redirect_uri: `${FRAME}/oauth/callback/${provider}`,
            state: STATE,
            code_challenge: codeChallenge,
            code_challenge_method: 'S256',
            nonce: await loginNonce(DEVICE, nonceSalt),
          }).toString()
          lie(uri)
          return { uri: uri.href, state: STATE }
        },
        finishOAuth: (body) => {
          finished.push(body)
          return Promise.reject(new Error('the vault is not part of this test'))
        },
      },
    })
  return { login, finished, storage }
}

const APP = 'https://game.example'
const RESULT = `${FRAME}/oauth/callback/google?code=c&state=${STATE}`

describe('a login at another site', () => {
  test('keeps the verifier in the frame, also over a reload, for one use', async () => {
    const { login, finished } = setUp()
    const first = login(APP)
    const uri = new URL(await first.start('google'))
    expect(first.isOwn(STATE)).toBe(true)
    const reloaded = login(APP)
    expect(reloaded.isOwn(STATE)).toBe(false)
    await expect(reloaded.finish(RESULT)).rejects.toThrow('not part of this test')
    const [sent] = finished
    expect(await sha256(sent?.codeVerifier ?? '')).toBe(uri.searchParams.get('code_challenge'))
    await expect(reloaded.finish(RESULT)).rejects.toThrow('This sign-in has ended')
  })

  test('error: a result of another login, or for another app, does not reach the vault', async () => {
    const { login, finished } = setUp()
    await login(APP).start('google')
    const other = RESULT.replace(STATE, 'b'.repeat(48))
    await expect(login(APP).finish(other)).rejects.toThrow('This sign-in has ended')
    await expect(login('https://evil.example').finish(RESULT)).rejects.toThrow('has ended')
    expect(finished).toEqual([])
  })

  test.each<[lie: string, lie: (uri: URL) => void]>([
    ['another page', (uri) => Object.assign(uri, { host: 'evil.example' })],
    ['another path', (uri) => Object.assign(uri, { pathname: '/redirect' })],
    ['another client', (uri) => uri.searchParams.set('client_id', 'theirs')],
    ['another callback', (uri) => uri.searchParams.set('redirect_uri', 'https://evil.example/')],
    ['the nonce of another device', (uri) => uri.searchParams.set('nonce', 'n'.repeat(43))],
    ['a second nonce', (uri) => uri.searchParams.append('nonce', 'n'.repeat(43))],
    ['its own challenge', (uri) => uri.searchParams.set('code_challenge', 'c'.repeat(43))],
    ['another state', (uri) => uri.searchParams.set('state', 'b'.repeat(48))],
    ['a token in place of a code', (uri) => uri.searchParams.set('response_type', 'token')],
    ['a challenge in clear', (uri) => uri.searchParams.set('code_challenge_method', 'plain')],
  ])('error: a vault that lies: %s', async (_, lie) => {
    const { login } = setUp(lie)
    const first = login(APP)
    await expect(first.start('google')).rejects.toThrow('does not work right now')
    expect(first.isOwn(STATE)).toBe(false)
  })

  test('error: a site that the core does not know', async () => {
    await expect(setUp().login(APP).start('github')).rejects.toThrow('not available here')
  })
})
