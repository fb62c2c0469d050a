import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isLoopbackHost } from '@bullring/server/http/site-hosts'
import { type Context, Hono } from 'hono'
import { exportJWK, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { renderAuthorizePage } from './authorize-page.ts'
import { LOCAL_CLIENT } from './local-client.ts'
import { refuseClient } from './refuse-client.ts'
import { accountId, type TestAccount, userDocument } from './test-accounts.ts'
import { addTokenRoutes } from './token-routes.ts'

const Request = z.object({
  response_type: z.literal('code'),
  client_id: z.literal(LOCAL_CLIENT.clientId),
  redirect_uri: z.url().check(z.refine((url) => isLoopbackHost(new URL(url).host))),
  state: z.string(),
  code_challenge: z.string(),
  code_challenge_method: z.literal('S256'),
  nonce: z.optional(z.string()),
})
type Request = z.infer<typeof Request>

const Decision = z.object({
  decision: z.enum(['allow', 'deny']),
  name: z.string().check(z.maxLength(200)),
  email: z.string(),
})

const Grant = z.object({
  grant_type: z.literal('authorization_code'),
  code: z.string(),
  redirect_uri: z.string(),
  code_verifier: z.string(),
})

const KEY_ID = 'local'

const HAS_ID_TOKEN: ReadonlySet<string> = new Set(['google', 'apple'])

type Login = { provider: string; request: Request; account: TestAccount }

/**
 * Routes of a provider that stands in for all social sites on a local chain: anyone logs in as anyone, but PKCE, the redirect
 * address, the client's secret and where it is sent are checked as the real ones do.
 *
 * @param issuer - Base URL, below which each site has its paths.
 */
export function providerApp(issuer: () => string): Hono {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const codes = new Map<string, Login>()
  const tokens = new Map<string, Login>()
  const app = new Hono()

  app.get('/:provider/authorize', async (c) => {
    const request = z.safeParse(Request, c.req.query())
    if (!request.success) return c.text('This is not a login request of Bullring.', 400)
    return c.html(await renderAuthorizePage(c.req.param('provider'), c.req.query()))
  })

  app.post('/:provider/authorize', async (c) => {
    const form = await c.req.parseBody()
    const request = z.parse(Request, { ...c.req.query(), ...form })
    const { decision, ...account } = z.parse(Decision, form)
    const target = new URL(request.redirect_uri)
    target.searchParams.set('state', request.state)
    if (decision === 'deny') target.searchParams.set('error', 'access_denied')
    else {
      const code = randomBytes(24).toString('base64url')
      codes.set(code, { provider: c.req.param('provider'), request, account })
      target.searchParams.set('code', code)
    }
    return c.redirect(target.href, 303)
  })

  app.post('/:provider/token', async (c) => {
    const [site, form] = [c.req.param('provider'), await c.req.parseBody()]
    const refusal = refuseClient(site, c.req.header('authorization'), form)
    if (refusal !== null) return c.json(refusal, 401)
    const grant = z.safeParse(Grant, form)
    if (!grant.success) return c.json({ error: 'invalid_request' }, 400)
    const login = codes.get(grant.data.code)
    codes.delete(grant.data.code)
    if (login === undefined || !isGrantOf(login, site, grant.data)) {
      // GitHub reports errors with status 200.
      if (site === 'github') return c.json({ error: 'bad_verification_code' })
      return c.json({ error: 'invalid_grant' }, 400)
    }
    const token = randomBytes(24).toString('base64url')
    tokens.set(token, login)
    const idToken = HAS_ID_TOKEN.has(login.provider) ? await signIdToken(login) : undefined
    return c.json({ access_token: token, token_type: 'bearer', expires_in: 600, id_token: idToken })
  })

  app.get('/:provider/jwks', async (c) =>
    c.json({ keys: [{ ...(await exportJWK(publicKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' }] }),
  )

  addTokenRoutes(app, (token) => tokens.get(token))

  app.get('/:provider/*', (c) => {
    const login = tokens.get(bearerOf(c))
    const provider = c.req.param('provider')
    if (login?.provider !== provider) return c.json({ error: 'invalid_token' }, 401)
    const document = userDocument(provider, c.req.path.slice(provider.length + 1), login.account)
    if (document === undefined) return c.notFound()
    // As Facebook does.
    if (provider === 'facebook') c.header('content-type', 'text/javascript; charset=UTF-8')
    else c.header('content-type', 'application/json')
    return c.body(JSON.stringify(document))
  })

  function signIdToken({ provider, request: { nonce }, account }: Login): Promise<string> {
    const { name, email } = account
    return new SignJWT({ nonce, name, email, email_verified: true })
      .setProtectedHeader({ alg: 'RS256', kid: KEY_ID })
      .setIssuer(`${issuer()}/${provider}`)
      .setAudience(LOCAL_CLIENT.clientId)
      .setSubject(String(accountId(provider, account)))
      .setIssuedAt()
      .setExpirationTime('10 minutes')
      .sign(privateKey)
  }

  return app
}

function isGrantOf(
  { provider, request }: Login,
  name: string,
  { redirect_uri, code_verifier }: z.infer<typeof Grant>,
): boolean {
  const challenge = createHash('sha256').update(code_verifier).digest('base64url')
  return (
    provider === name &&
    redirect_uri === request.redirect_uri &&
    challenge === request.code_challenge
  )
}

function bearerOf(c: Context): string {
  const [, token = ''] = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
  return token
}
