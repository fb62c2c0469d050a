import { createHash, randomBytes } from 'node:crypto'
import type { Identity } from '@bullring/login-api/identity'
import { loginNonce } from '@bullring/login-api/login-nonce'
import type { SocialProvider } from '@bullring/login-api/social-provider'
import {
  type FinishOAuthRequest,
  type LoginResponse,
  OAuthState,
  type StartOAuthRequest,
  type StartOAuthResponse,
} from '@bullring/login-api/vault-api/oauth'
import type { Database } from '../db/database.ts'
import { storeLogin } from '../logins/logins.queries.ts'
import type { SignAssertion } from '../logins/sign-assertion.ts'
import { ProviderNotConfiguredError, UnknownOAuthLoginError } from './errors.ts'
import { exchangeCode } from './exchange-code.ts'
import { insertOAuthLogin, takeOAuthLogin } from './oauth.queries.ts'
import type { OAuthClient, Provider } from './providers.ts'

export type SocialLoginDeps = {
  db: Database
  providers: ReadonlyMap<SocialProvider, Provider>
  clients: ReadonlyMap<SocialProvider, OAuthClient>
  /** Origin of the frame, to whose callback page providers return. */
  frameOrigin: string
  signAssertion: SignAssertion
}

/** Starts a login at a provider. */
export async function startSocialLogin(
  deps: SocialLoginDeps,
  deviceId: string,
  { provider: name, codeChallenge, nonceSalt }: StartOAuthRequest,
): Promise<StartOAuthResponse> {
  const { provider, client } = configured(deps, name)
  const state = randomBytes(24).toString('hex')
  const login = { state, provider: name, codeChallenge, nonceSalt, deviceId }
  await insertOAuthLogin(deps.db, login)
  const uri = new URL(provider.server.authorization_endpoint ?? '')
  const parameters = {
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: redirectUriOf(deps, name),
    scope: provider.scope,
    state,
    // After `state`: some apps replace everything from it to the next parameter.
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
    ...(provider.hasIdToken && { nonce: await loginNonce(deviceId, nonceSalt) }),
  }
  for (const [key, value] of Object.entries(parameters)) uri.searchParams.set(key, value)
  return { uri: uri.href, state }
}

/**
 * Finishes a login with the URL that the provider called.
 *
 * @throws {UnknownOAuthLoginError} on a device that did not start it, or a second time.
 */
export async function finishSocialLogin(
  deps: SocialLoginDeps,
  deviceId: string,
  { uri, codeVerifier }: FinishOAuthRequest,
): Promise<LoginResponse> {
  const { db, signAssertion } = deps
  const url = withPlainState(uri)
  const state = OAuthState.safeParse(url.searchParams.get('state'))
  if (!state.success) throw new UnknownOAuthLoginError()
  const login = await takeOAuthLogin(db, state.data, deviceId)
  if (login === undefined) throw new UnknownOAuthLoginError()
  const challenge = createHash('sha256').update(codeVerifier).digest('base64url')
  if (challenge !== login.codeChallenge) throw new UnknownOAuthLoginError()
  const { provider, client } = configured(deps, login.provider)
  const redirectUri = redirectUriOf(deps, login.provider)
  const exchange = { ...login, url, codeVerifier, redirectUri }
  const { profile, evidence } = await exchangeCode(provider, client, exchange)
  const identity: Identity = { provider: login.provider, ...profile }
  const { authTime } = await db.transaction().execute((trx) => storeLogin(trx, deviceId, identity))
  const assertion = await signAssertion({
    device: deviceId,
    identity,
    amr: ['social'],
    auth_time: authTime,
    purpose: 'login',
  })
  return { assertion, identity, evidence }
}

/** Apps without popups append `--` and their own address to `state`. */
function withPlainState(uri: string): URL {
  const url = new URL(uri)
  const [state = ''] = (url.searchParams.get('state') ?? '').split('--', 1)
  url.searchParams.set('state', state)
  return url
}

function configured({ providers, clients }: SocialLoginDeps, name: SocialProvider) {
  const [provider, client] = [providers.get(name), clients.get(name)]
  if (provider === undefined || client === undefined) throw new ProviderNotConfiguredError()
  return { provider, client }
}

function redirectUriOf({ frameOrigin }: SocialLoginDeps, provider: SocialProvider): string {
  return `${frameOrigin}/oauth/callback/${provider}`
}
