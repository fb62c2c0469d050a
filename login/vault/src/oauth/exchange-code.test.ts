import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SOCIAL_PROVIDERS, type SocialProvider } from '@bullring/login-api/social-provider'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exchangeCode } from './exchange-code.ts'
import { createProviders } from './providers.ts'

type Reply = { status?: number; body: unknown; type?: string }

const TOKEN = { access_token: 'token', token_type: 'bearer', expires_in: 600 }
const ACCOUNTS: Readonly<Record<string, unknown>> = {
  '/github/user': { id: 5, login: 'alice', name: null },
  '/github/user/emails': [{ email: 'Alice@example.com', primary: true, verified: true }],
  '/facebook/v23.0/me': { id: '77', name: 'Alice' },
  '/x/2/users/me': { data: { id: '12', username: 'alice' } },
  '/discord/api/users/@me': { id: '99', username: 'alice', email: null, verified: false },
}

/** Replies by path, which a test can override. */
let replies: Readonly<Record<string, Reply>> = {}
let tokenRequest: { authorization: string | undefined; form: URLSearchParams }

const server = createServer(async (request: IncomingMessage, response) => {
  const { pathname } = new URL(request.url ?? '', 'http://site')
  const body = await text(request)
  if (pathname.endsWith('/token')) {
    tokenRequest = { authorization: request.headers.authorization, form: new URLSearchParams(body) }
  }
  const usual = { body: pathname.endsWith('/token') ? TOKEN : ACCOUNTS[pathname] }
  const reply: Reply = replies[pathname] ?? usual
  const status = reply.status ?? (reply.body === undefined ? 404 : 200)
  response.writeHead(status, { 'content-type': reply.type ?? 'application/json' })
  response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {}))
})
let baseUrl: string

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  replies = {}
})

/** Ends a login with the parameters that the site has added to the callback's address. */
async function finish(name: SocialProvider, parameters = 'code=c') {
  const provider = createProviders(baseUrl).get(name)
  if (provider === undefined) throw new Error('Expected the provider.')
  const redirectUri = `https://frame.example/oauth/callback/${name}`
  return await exchangeCode(
    provider,
    { clientId: 'app', clientSecret: 'se-cret' },
    {
      url: new URL(`${redirectUri}?state=s&${parameters}`),
      state: 's',
      deviceId: 'd',
      nonceSalt: 'n',
      codeVerifier: 'v'.repeat(43),
      redirectUri,
    },
  )
}

const failsAs = (code: string) => ({ code })

describe('exchangeCode', () => {
  test.each(SOCIAL_PROVIDERS)('%s: receives the secret where it looks for it', async (name) => {
    await finish(name).catch(() => undefined)
    const { authorization, form } = tokenRequest
    const basic = `Basic ${Buffer.from('app:se-cret').toString('base64')}`
    expect(authorization).toBe(name === 'x' ? basic : undefined)
    expect(form.get('client_secret')).toBe(name === 'x' ? null : 'se-cret')
    expect(form.get('code_verifier')).toBe('v'.repeat(43))
  })

  test.each([
    ['github', '5'],
    ['facebook', '77'],
    ['x', '12'],
    ['discord', '99'],
  ] as const)('%s: reads the account', async (name, subject) => {
    expect((await finish(name)).profile).toMatchObject({ subject })
  })

  test.each([
    ['may not be read', { status: 403, body: { message: 'Resource not accessible' } }],
    ['are unknown', { status: 404, body: {} }],
    ['cannot be read now', { status: 500, body: 'down', type: 'text/plain' }],
    ['are none', { body: [] }],
    ['are no list', { body: {} }],
    ['are not verified', { body: [{ email: 'a@b.c', primary: true, verified: false }] }],
    ['have no primary one', { body: [{ email: 'a@b.c', primary: false, verified: true }] }],
  ])('github: reads the account although its addresses %s', async (_, reply) => {
    replies = { '/github/user/emails': reply }
    expect((await finish('github')).profile).toEqual({ subject: '5', email: null, name: 'alice' })
  })

  test('facebook: reads an account that is sent as JavaScript', async () => {
    const type = 'text/javascript; charset=UTF-8'
    replies = { '/facebook/v23.0/me': { body: { id: '77', name: 'Alice' }, type } }
    expect((await finish('facebook')).profile.subject).toBe('77')
  })

  test.each(['access_denied', 'user_cancelled_authorize'])(
    'error: the visitor refuses: %s',
    async (error) => {
      await expect(finish('x', `error=${error}`)).rejects.toMatchObject(failsAs('oauth.refused'))
    },
  )

  test.each(['server_error', 'temporarily_unavailable', 'unauthorized_client', 'invalid_scope'])(
    'error: the site fails before the visitor decides: %s',
    async (error) => {
      const failure = failsAs('oauth.provider-failed')
      await expect(finish('google', `error=${error}`)).rejects.toMatchObject(failure)
    },
  )

  test.each([
    [{ status: 400, body: { error: 'invalid_grant' } }],
    [{ body: { error: 'bad_verification_code' } }],
  ])('error: the site refuses the code: %j', async (reply) => {
    replies = { '/github/token': reply }
    await expect(finish('github')).rejects.toMatchObject(failsAs('oauth.refused'))
  })

  test.each([
    [{ status: 401, body: { error: 'unauthorized_client' } }],
    [{ status: 401, body: { error: 'invalid_client' } }],
    [{ status: 400, body: { error: 'invalid_request' } }],
    [{ body: { error: 'incorrect_client_credentials' } }],
    [{ status: 400, body: { error: { message: 'Invalid App', code: 101 } } }],
    [{ status: 429, body: { error: 'slow_down' } }],
    [{ status: 500, body: 'down', type: 'text/html' }],
    [{ body: 'access_token=token', type: 'text/plain' }],
    [{ body: {} }],
  ])('error: the site’s token endpoint fails: %j', async (reply) => {
    replies = { '/discord/token': reply }
    await expect(finish('discord')).rejects.toMatchObject(failsAs('oauth.provider-failed'))
  })

  test('error: the site does not name the account', async () => {
    replies = { '/x/2/users/me': { status: 429, body: {} } }
    await expect(finish('x')).rejects.toMatchObject(failsAs('oauth.provider-failed'))
  })
})
