import { createHash, randomBytes } from 'node:crypto'
import { SOCIAL_PROVIDERS } from '@bullring/login-api/social-provider'
import { LoginAssertion } from '@bullring/login-api/vault-api/assertion'
import { LoginResponse, StartOAuthResponse } from '@bullring/login-api/vault-api/oauth'
import { APP_ORIGIN, createSigningDevice } from '@bullring/login-server/testing/signing-device'
import type { TestAccount } from '@bullring/stack/login-provider/test-accounts'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { FRAME_ORIGIN, startTestVault, type TestVault } from '../testing/start-test-vault.ts'
import { createTestDevice, type TestDevice } from '../testing/test-device.ts'

let vault: TestVault

beforeAll(async () => {
  vault = await startTestVault(inject('postgresUrl'))
})
afterAll(() => vault.stop())

/** Starts a login as the frame does. */
async function start(device: TestDevice, provider: string) {
  const codeVerifier = randomBytes(32).toString('base64url')
  const { status, body } = await device.post('/oauth/start', {
    provider,
    codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    nonceSalt: randomBytes(32).toString('base64url'),
  })
  expect(status).toBe(200)
  return { codeVerifier, ...StartOAuthResponse.parse(body) }
}

/** Presses a button of the provider's page. Returns the URL of the callback page. */
async function decide(uri: string, decision = 'allow', account: Partial<TestAccount> = {}) {
  const form = new URLSearchParams(new URL(uri).searchParams)
  const fields = { decision, name: 'Alice', email: 'alice@example.com', ...account }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { origin, pathname } = new URL(uri)
  const options = { method: 'POST', body: form, redirect: 'manual' as const }
  const response = await fetch(`${origin}${pathname}`, options)
  return response.headers.get('location') ?? ''
}

describe('a login at another site', () => {
  test.each(SOCIAL_PROVIDERS)('%s: ends with an assertion of the account', async (provider) => {
    const device = await createTestDevice(vault)
    const { uri, state, codeVerifier } = await start(device, provider)
    const query = new URL(uri).searchParams
    expect([...query.keys()].at(-1)).not.toBe('state')
    expect(query.get('code_challenge_method')).toBe('S256')
    const resultUri = await decide(uri)
    expect(resultUri).toContain(`${FRAME_ORIGIN}/oauth/callback/${provider}?state=${state}`)
    const { status, body } = await device.post('/oauth/finish', { uri: resultUri, codeVerifier })
    expect(status).toBe(200)
    const { assertion, identity } = LoginResponse.parse(body)
    expect(identity).toMatchObject({
      provider,
      email: provider === 'x' ? null : 'alice@example.com',
      name: 'Alice',
    })
    expect(LoginAssertion.parse(decodeJwt(assertion))).toMatchObject({
      device: device.id,
      identity,
      amr: ['social'],
      purpose: 'login',
    })
  })

  test('is the same account each time, and never that of the same address elsewhere', async () => {
    const subjects = []
    for (const provider of ['github', 'github', 'google']) {
      const device = await createTestDevice(vault)
      const { uri, codeVerifier } = await start(device, provider)
      const { body } = await device.post('/oauth/finish', { uri: await decide(uri), codeVerifier })
      subjects.push(LoginResponse.parse(body).identity.subject)
    }
    expect(subjects[0]).toBe(subjects[1])
    const { db } = vault.database
    const accounts = await db
      .selectFrom('identities')
      .select('account_id')
      .where('email', '=', 'alice@example.com')
      .where('provider', 'in', ['github', 'google'])
      .execute()
    expect(new Set(accounts.map(({ account_id }) => account_id)).size).toBe(2)
  })

  test('error: cannot be finished on another device, without the verifier, or twice', async () => {
    const [device, other] = await Promise.all([createTestDevice(vault), createTestDevice(vault)])
    const { uri, codeVerifier } = await start(device, 'google')
    const resultUri = await decide(uri)
    const finish = (from: TestDevice, verifier: string) =>
      from.post('/oauth/finish', { uri: resultUri, codeVerifier: verifier })
    const refused = { status: 401, body: { code: 'oauth.unknown-login' } }
    expect(await finish(other, codeVerifier)).toMatchObject(refused)
    expect(await finish(device, codeVerifier)).toMatchObject({ status: 200 })
    expect(await finish(device, codeVerifier)).toMatchObject(refused)
    const second = await start(device, 'google')
    const wrong = { uri: await decide(second.uri), codeVerifier }
    expect(await device.post('/oauth/finish', wrong)).toMatchObject(refused)
  })

  test('error: has a state, which can be looked up', async () => {
    const device = await createTestDevice(vault)
    const codeVerifier = 'a'.repeat(43)
    for (const query of ['', '?state=', '?state=%00']) {
      const uri = `${FRAME_ORIGIN}/oauth/callback/google${query}`
      expect(await device.post('/oauth/finish', { uri, codeVerifier })).toMatchObject({
        status: 401,
        body: { code: 'oauth.unknown-login' },
      })
    }
  })

  test('error: cannot be finished after ten minutes', async () => {
    const device = await createTestDevice(vault)
    const finishAfter = async (seconds: number) => {
      const { uri, state, codeVerifier } = await start(device, 'google')
      await sql`update oauth_logins set expires_at = expires_at - ${seconds}::int8
        where state = ${state}`.execute(vault.database.db)
      return await device.post('/oauth/finish', { uri: await decide(uri), codeVerifier })
    }
    expect(await finishAfter(300)).toMatchObject({ status: 200 })
    expect(await finishAfter(600)).toMatchObject({
      status: 401,
      body: { code: 'oauth.unknown-login' },
    })
  })

  test('error: a code of another login is refused by the provider', async () => {
    const device = await createTestDevice(vault)
    const [first, second] = [await start(device, 'discord'), await start(device, 'discord')]
    const stolen = new URL(await decide(first.uri))
    stolen.searchParams.set('state', second.state)
    const { codeVerifier } = second
    expect(await device.post('/oauth/finish', { uri: stolen.href, codeVerifier })).toMatchObject({
      status: 401,
      body: { code: 'oauth.refused' },
    })
  })

  test('error: an ID token of another login is refused', async () => {
    const device = await createTestDevice(vault)
    const { uri, codeVerifier } = await start(device, 'google')
    const altered = new URL(uri)
    altered.searchParams.set('nonce', randomBytes(32).toString('base64url'))
    const resultUri = await decide(altered.href)
    expect(await device.post('/oauth/finish', { uri: resultUri, codeVerifier })).toMatchObject({
      status: 401,
      body: { code: 'oauth.refused' },
    })
  })

  test.each([
    ['google', { email: 'al\0ice@example.com' }],
    ['discord', { email: 'al\0ice@example.com' }],
  ])('error: a text of %s that cannot be stored is refused: %j', async (provider, account) => {
    const device = await createTestDevice(vault)
    const { uri, codeVerifier } = await start(device, provider)
    const resultUri = await decide(uri, 'allow', account)
    expect(await device.post('/oauth/finish', { uri: resultUri, codeVerifier })).toMatchObject({
      status: 502,
      body: { code: 'oauth.provider-failed' },
    })
  })

  test.each([
    ['google', `${'a'.repeat(99)}\u{1f600}`, 'a'.repeat(99)],
    ['github', `${'a'.repeat(99)}\u{1f600}`, 'a'.repeat(99)],
    ['x', 'a'.repeat(101), 'a'.repeat(100)],
    ['discord', 'Al\0ice', 'Alice'],
  ])('keeps what can be shown of a name at %s: %j', async (provider, name, shown) => {
    const device = await createTestDevice(vault)
    const { uri, codeVerifier } = await start(device, provider)
    const resultUri = await decide(uri, 'allow', { name })
    const { body } = await device.post('/oauth/finish', { uri: resultUri, codeVerifier })
    expect(LoginResponse.parse(body).identity.name).toBe(shown)
  })

  test('error: Cancel at the provider ends the login', async () => {
    const device = await createTestDevice(vault)
    const { uri, codeVerifier } = await start(device, 'github')
    const resultUri = await decide(uri, 'deny')
    expect(await device.post('/oauth/finish', { uri: resultUri, codeVerifier })).toMatchObject({
      status: 401,
      body: { code: 'oauth.refused', detail: 'The login was refused. Please start again.' },
    })
  })

  test('is found when an app has appended its address to the state', async () => {
    const device = await createTestDevice(vault)
    const { uri, state, codeVerifier } = await start(device, 'google')
    const resultUri = await decide(uri.replace(state, `${state}--https%3A%2F%2Fapp.example`))
    expect(await device.post('/oauth/finish', { uri: resultUri, codeVerifier })).toMatchObject({
      status: 200,
    })
  })
})

test('error: a provider that is not configured', async () => {
  const device = await createTestDevice(vault)
  await vault.restart({ VAULT_OAUTH_CLIENTS: 'google=id:secret' })
  const body = { provider: 'github', codeChallenge: 'a'.repeat(43), nonceSalt: 'a'.repeat(43) }
  expect(await device.post('/oauth/start', body)).toMatchObject({
    status: 404,
    body: { code: 'oauth.not-configured' },
  })
  await vault.restart({})
})

test('error: a login for a page that is no app of this installation', async () => {
  const body = { provider: 'google', codeChallenge: 'a'.repeat(43), nonceSalt: 'a'.repeat(43) }
  for (const [appOrigin, status] of [
    ['https://evil.example', 403],
    [APP_ORIGIN, 200],
    // The wallet's own pages.
    [FRAME_ORIGIN, 200],
  ] as const) {
    const device = await createSigningDevice({
      baseUrl: () => vault.url,
      pageOrigin: FRAME_ORIGIN,
      appOrigin,
    })
    expect((await device.post('/oauth/start', body)).status).toBe(status)
  }
})
