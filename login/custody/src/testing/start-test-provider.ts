import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, SignJWT } from 'jose'

/** Client of the tests at each provider. */
export const CLIENT_ID = 'our-client'
const CLIENT_SECRET = 'our-secret'

/** For `CUSTODY_OAUTH_CLIENTS`. */
export const OAUTH_CLIENTS = ['google', 'apple', 'github', 'facebook', 'x', 'discord']
  .map((name) => `${name}=${CLIENT_ID}:${CLIENT_SECRET}`)
  .join(',')

const KEY_ID = 'test'

type TokenOwner = { provider: string; subject: string; clientId: string; isRevoked: boolean }

/** Stands in for the sites at which the core checks logins. A test decides what they have issued. */
export type TestProvider = {
  url: string
  key: KeyObject
  /** Paths requested so far. */
  requests: string[]
  /** Responds to everything with this status, while it is set. */
  outage: number | null
  /** Signs an ID token of Google. What a test names wins. */
  signIdToken: (
    claims: object,
    options?: { key?: KeyObject; expiresAt?: number },
  ) => Promise<string>
  /** Issues an access token. */
  issueToken: (
    owner: Pick<TokenOwner, 'provider' | 'subject'> & { clientId?: string; isRevoked?: boolean },
  ) => string
  stop: () => Promise<void>
}

/** Starts the provider. */
export async function startTestProvider(): Promise<TestProvider> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const jwk = { ...(await exportJWK(publicKey)), kid: KEY_ID, alg: 'RS256' }
  const tokens = new Map<string, TokenOwner>()
  const server = createServer((request, response) => void respond(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    provider.requests.push(path)
    const found =
      path === '/google/jwks' ? { keys: [jwk] } : describe(tokens, request, await text(request))
    response.statusCode = provider.outage ?? (found === undefined ? 401 : 200)
    response.end(JSON.stringify(found ?? {}))
  }

  const provider: TestProvider = {
    url,
    key: privateKey,
    requests: [],
    outage: null,
    signIdToken: (claims, { key = privateKey, expiresAt } = {}) => {
      const token = new SignJWT({ iss: `${url}/google`, aud: CLIENT_ID, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: KEY_ID })
        .setExpirationTime(expiresAt ?? '5 minutes')
      return ('iat' in claims ? token : token.setIssuedAt()).sign(key)
    },
    issueToken: ({ provider: name, subject, clientId = CLIENT_ID, isRevoked = false }) => {
      const token = randomUUID()
      tokens.set(token, { provider: name, subject, clientId, isRevoked })
      return token
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return provider
}

/** Returns a provider's response about a token, in the provider's format, or undefined for a token that it has not issued. */
function describe(
  tokens: ReadonlyMap<string, TokenOwner>,
  { url: path = '', headers: { authorization = '' } }: IncomingMessage,
  body: string,
): unknown {
  const url = new URL(path, 'http://provider')
  const bearer = authorization.replace(/^Bearer /, '')
  const basic = `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')}`
  const issued = (name: string, token: string | null) => {
    const found = tokens.get(token ?? '')
    return found?.provider === name ? found : undefined
  }
  const owner = (name: string, token: string | null) => {
    const found = issued(name, token)
    return found?.isRevoked === false ? found : undefined
  }
  if (url.pathname === `/github/applications/${CLIENT_ID}/token` && authorization === basic) {
    const found = owner('github', (JSON.parse(body) as { access_token: string }).access_token)
    return found && { app: { client_id: found.clientId }, user: { id: Number(found.subject) } }
  }
  if (url.pathname === '/facebook/v23.0/debug_token') {
    if (url.searchParams.get('access_token') !== `${CLIENT_ID}|${CLIENT_SECRET}`) return undefined
    const found = issued('facebook', url.searchParams.get('input_token'))
    if (found === undefined) return { data: { is_valid: false } }
    // Facebook says whose a token was, too.
    const { clientId, subject, isRevoked } = found
    return { data: { is_valid: !isRevoked, app_id: clientId, user_id: subject } }
  }
  if (url.pathname === '/discord/api/v10/oauth2/@me') {
    const found = owner('discord', bearer)
    return found && { application: { id: found.clientId }, user: { id: found.subject } }
  }
  const found = url.pathname === '/x/2/users/me' ? owner('x', bearer) : undefined
  return found && { data: { id: found.subject } }
}
