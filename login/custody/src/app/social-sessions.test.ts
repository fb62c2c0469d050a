import { generateKeyPairSync, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { loginNonce } from '@bullring/login-api/login-nonce'
import type { SocialProvider } from '@bullring/login-api/social-provider'
import type { LoginEvidence } from '@bullring/login-api/vault-api/login-evidence'
import type { SigningDevice } from '@bullring/login-server/testing/signing-device'
import { UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startTestCustody, type TestCustody } from '../testing/start-test-custody.ts'
import {
  CLIENT_ID,
  OAUTH_CLIENTS,
  startTestProvider,
  type TestProvider,
} from '../testing/start-test-provider.ts'
import {
  createDevice,
  createUserWithWallet,
  logIn,
  newWallet,
  signAssertion,
} from '../testing/test-user.ts'

let custody: TestCustody
let provider: TestProvider

beforeAll(async () => {
  provider = await startTestProvider()
  custody = await startTestCustody(inject('postgresUrl'), {
    variables: { CUSTODY_OAUTH_CLIENTS: OAUTH_CLIENTS, OAUTH_LOCAL_URL: provider.url },
  })
})
afterAll(() => Promise.all([custody.stop(), provider.stop()]))

/** Digits of base64url. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const newSubject = () => String(randomInt(1, 2 ** 40))
const newSalt = () => randomBytes(32).toString('base64url')

type Login = { provider: SocialProvider; subject: string; email?: string | null }

/** Opens a session with the vault's assertion and the given evidence. */
async function open(
  device: SigningDevice,
  { provider: name, subject, email = null }: Login,
  evidence: LoginEvidence | undefined,
) {
  const identity = { provider: name, subject, email, name: 'Ada' }
  const claims = { identity, amr: ['social' as const] }
  const assertion = await signAssertion(custody, { email: '', device }, { claims })
  const { status, body } = await device.post('/core/session/open', { assertion, evidence })
  return { status, code: body['code'], body }
}

/** Returns the evidence of a login at Google, as that device gets it. */
async function idToken(
  deviceId: string,
  claims: object,
  options?: Parameters<TestProvider['signIdToken']>[1],
) {
  const nonceSalt = newSalt()
  const nonce = await loginNonce(deviceId, nonceSalt)
  const token = await provider.signIdToken({ nonce, ...claims }, options)
  return { kind: 'id-token' as const, token, nonceSalt }
}

const invalid = { status: 401, code: 'session.invalid-evidence' }

describe('a login with an ID token', () => {
  test('opens a session, and the same account on another device', async () => {
    const login = { provider: 'google', subject: newSubject() } as const
    const users = []
    for (const device of [await createDevice(custody), await createDevice(custody)]) {
      const opened = await open(device, login, await idToken(device.id, { sub: login.subject }))
      expect(opened.status).toBe(200)
      expect(opened.body).toMatchObject({ session: { user: { provider: 'google', name: 'Ada' } } })
      users.push((opened.body['session'] as { user: { id: string } }).user.id)
    }
    expect(users[0]).toBe(users[1])
    // The keys are cached.
    expect(provider.requests.filter((path) => path === '/google/jwks')).toHaveLength(1)
  })

  test('error: a forged token of another key, audience, issuer, nonce, algorithm or time', async () => {
    const device = await createDevice(custody)
    const subject = newSubject()
    const nowS = Math.floor(Date.now() / 1_000)
    const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
    const nonceSalt = newSalt()
    const nonce = await loginNonce(device.id, nonceSalt)
    const claims = { iss: `${provider.url}/google`, aud: CLIENT_ID, sub: subject, nonce }
    const none = new UnsecuredJWT(claims).setIssuedAt().setExpirationTime('5 minutes').encode()
    const forged = [
      await idToken(device.id, { sub: subject }, { key }),
      await idToken(device.id, { sub: subject, aud: 'another-client' }),
      await idToken(device.id, { sub: subject, aud: [CLIENT_ID, 'another'], azp: 'another' }),
      await idToken(device.id, { sub: subject, iss: 'https://accounts.google.com' }),
      await idToken(device.id, { sub: subject, nonce: newSalt() }),
      await idToken(device.id, { sub: subject, nonce: undefined }),
      await idToken(device.id, { sub: subject }, { expiresAt: nowS - 120 }),
      await idToken(device.id, { sub: subject, iat: nowS - 1_200 }),
      { kind: 'id-token', token: none, nonceSalt },
    ] satisfies LoginEvidence[]
    for (const evidence of forged) {
      expect(await open(device, { provider: 'google', subject }, evidence)).toMatchObject(invalid)
    }
  })

  test('error: the token of another device, also with its salt', async () => {
    const [victim, thief] = [await createDevice(custody), await createDevice(custody)]
    const login = { provider: 'google', subject: newSubject() } as const
    const evidence = await idToken(victim.id, { sub: login.subject })
    expect(await open(thief, login, evidence)).toMatchObject(invalid)
    expect(await open(victim, login, evidence)).toMatchObject({ status: 200 })
  })

  test('error: a used token, also when its last character is another of the same bytes', async () => {
    const device = await createDevice(custody)
    const login = { provider: 'google', subject: newSubject() } as const
    const { token, ...evidence } = await idToken(device.id, { sub: login.subject })
    expect(await open(device, login, { ...evidence, token })).toMatchObject({ status: 200 })
    const last = DIGITS[DIGITS.indexOf(token.at(-1) ?? '') ^ 1] ?? ''
    for (const again of [token, token.slice(0, -1) + last]) {
      expect(await open(device, login, { ...evidence, token: again })).toMatchObject(invalid)
    }
  })

  test('error: a provider that does not respond can be tried again', async () => {
    const own = await startTestProvider()
    await custody.restart({ OAUTH_LOCAL_URL: own.url })
    const device = await createDevice(custody)
    const login = { provider: 'google', subject: newSubject() } as const
    const nonceSalt = newSalt()
    const nonce = await loginNonce(device.id, nonceSalt)
    const token = await own.signIdToken({ nonce, sub: login.subject })
    const evidence = { kind: 'id-token', token, nonceSalt } as const
    own.outage = 503
    const failed = { status: 502, code: 'session.provider-failed' }
    expect(await open(device, login, evidence)).toMatchObject(failed)
    own.outage = null
    expect(await open(device, login, evidence)).toMatchObject({ status: 200 })
    await own.stop()
    await custody.restart({})
  })
})

describe.each(['github', 'facebook', 'x', 'discord'] as const)('a login at %s', (name) => {
  const accessToken = (token: string): LoginEvidence => ({ kind: 'access-token', token })

  test('opens a session with the token that the provider knows, once', async () => {
    const device = await createDevice(custody)
    const login = { provider: name, subject: newSubject() }
    const evidence = accessToken(provider.issueToken(login))
    expect(await open(device, login, evidence)).toMatchObject({ status: 200 })
    // Not by the vault either, which has seen it too.
    const thief = await createDevice(custody)
    expect(await open(thief, login, evidence)).toMatchObject(invalid)
    expect(await open(device, login, evidence)).toMatchObject(invalid)
  })

  test('error: a token of another account, unknown, or of another provider', async () => {
    const device = await createDevice(custody)
    const victim = { provider: name, subject: newSubject() }
    const own = provider.issueToken({ provider: name, subject: newSubject() })
    const elsewhere = provider.issueToken({ ...victim, provider: 'elsewhere' })
    const evidence = [own, randomUUID(), elsewhere].map(accessToken)
    for (const each of [...evidence, undefined]) {
      expect(await open(device, victim, each)).toMatchObject(invalid)
    }
    const id = await idToken(device.id, { sub: victim.subject })
    expect(await open(device, victim, id)).toMatchObject(invalid)
  })

  test('error: a token that has expired, or that the owner has revoked', async () => {
    const device = await createDevice(custody)
    const login = { provider: name, subject: newSubject() }
    const token = provider.issueToken({ ...login, isRevoked: true })
    expect(await open(device, login, accessToken(token))).toMatchObject(invalid)
  })

  // X does not say to which client it issued a token.
  test.skipIf(name === 'x')('error: a token that was issued to another client', async () => {
    const device = await createDevice(custody)
    const login = { provider: name, subject: newSubject() }
    const token = provider.issueToken({ ...login, clientId: 'a-strange-game' })
    expect(await open(device, login, accessToken(token))).toMatchObject(invalid)
  })

  test('error: a provider that is down', async () => {
    const device = await createDevice(custody)
    const login = { provider: name, subject: newSubject() }
    const evidence = accessToken(provider.issueToken(login))
    provider.outage = 500
    const failed = { status: 502, code: 'session.provider-failed' }
    expect(await open(device, login, evidence)).toMatchObject(failed)
    provider.outage = null
    expect(await open(device, login, evidence)).toMatchObject({ status: 200 })
  })
})

describe('attackers', () => {
  test('the vault alone, with its key, opens no session of a social account', async () => {
    const device = await createDevice(custody)
    for (const name of ['google', 'apple', 'github', 'facebook', 'x', 'discord'] as const) {
      const victim = { provider: name, subject: newSubject() }
      expect(await open(device, victim, undefined)).toMatchObject(invalid)
    }
  })

  test('an account with the address of a wallet’s owner gets no access to that wallet', async () => {
    const { email, wallet, device: owner } = await createUserWithWallet(custody)
    const device = await createDevice(custody)
    const login = { provider: 'github', subject: newSubject(), email } as const
    const evidence = { kind: 'access-token', token: provider.issueToken(login) } as const
    const { body } = await open(device, login, evidence)
    expect(body).toMatchObject({ session: { wallet: null } })
    // Nor does it approve the device for that address by making its own wallet.
    const { token, session } = body as { token: string; session: { user: { id: string } } }
    const thief = {
      device,
      email,
      token,
      userId: session.user.id,
      post: (path: string, value: object = {}) => device.post(path, value, { token }),
    }
    const stored = await thief.post('/core/wallet/create', await newWallet(thief))
    expect(stored.status).toBe(200)
    await expect(logIn(custody, email, device)).rejects.toThrow('device-not-approved')
    const again = await logIn(custody, email, owner)
    const mine = await again.post('/core/session/get')
    expect(mine.body).toMatchObject({ wallet: { id: wallet.walletId } })
  })

  test('a provider without the operator’s registration is refused', async () => {
    await custody.restart({ CUSTODY_OAUTH_CLIENTS: `google=${CLIENT_ID}` })
    const device = await createDevice(custody)
    const login = { provider: 'github', subject: newSubject() } as const
    const evidence = { kind: 'access-token', token: provider.issueToken(login) } as const
    expect(await open(device, login, evidence)).toMatchObject({
      status: 422,
      code: 'session.unchecked-provider',
    })
    await custody.restart({})
  })
})
