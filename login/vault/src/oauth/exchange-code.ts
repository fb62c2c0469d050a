import { loginNonce } from '@bullring/login-api/login-nonce'
import type { LoginEvidence } from '@bullring/login-api/vault-api/login-evidence'
import * as oauth from 'oauth4webapi'
import * as z from 'zod/mini'
import { OAuthRefusedError, ProviderFailedError } from './errors.ts'
import type { OAuthProfile } from './profiles.ts'
import type { OAuthClient, Provider } from './providers.ts'

export type CodeExchange = {
  /** URL that the provider called. */
  url: URL
  state: string
  deviceId: string
  /** See `loginNonce`. */
  nonceSalt: string
  codeVerifier: string
  redirectUri: string
}

const TIMEOUT_MS = 10_000

/**
 * Exchanges an authorization code for the account.
 *
 * @throws {OAuthRefusedError} @throws {ProviderFailedError}
 */
export async function exchangeCode(
  provider: Provider,
  client: OAuthClient,
  exchange: CodeExchange,
): Promise<{ profile: OAuthProfile; evidence: LoginEvidence }> {
  try {
    const tokens = await requestTokens(provider, client, exchange)
    const claims = oauth.getValidatedIdTokenClaims(tokens)
    if (provider.hasIdToken && tokens.id_token !== undefined) {
      const { nonceSalt } = exchange
      const evidence = { kind: 'id-token' as const, token: tokens.id_token, nonceSalt }
      return { profile: provider.readProfile([claims]), evidence }
    }
    const documents = await readDocuments(provider, tokens.access_token)
    const evidence = { kind: 'access-token' as const, token: tokens.access_token }
    return { profile: provider.readProfile(documents), evidence }
  } catch (cause) {
    throw isRefusal(cause) ? new OAuthRefusedError({ cause }) : new ProviderFailedError({ cause })
  }
}

async function requestTokens(
  provider: Provider,
  { clientId, clientSecret }: OAuthClient,
  { url, state, deviceId, nonceSalt, codeVerifier, redirectUri }: CodeExchange,
): Promise<oauth.TokenEndpointResponse> {
  const { server, secretPlace, hasIdToken, isLocal } = provider
  const authenticate = secretPlace === 'header' ? secretInHeader : oauth.ClientSecretPost
  const client = { client_id: clientId }
  const parameters = oauth.validateAuthResponse(server, client, url, state)
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authenticate(clientSecret),
    parameters,
    redirectUri,
    codeVerifier,
    {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { accept: 'application/json' },
      [oauth.allowInsecureRequests]: isLocal,
    },
  )
  const expectedNonce = await loginNonce(deviceId, nonceSalt)
  const checks = hasIdToken ? { expectedNonce, requireIdToken: true } : {}
  return await oauth.processAuthorizationCodeResponse(server, client, response, checks)
}

/** As X documents it: without the encoding of RFC 6749, which turns the hyphens of X's secrets into `%2D`. */
function secretInHeader(secret: string): oauth.ClientAuth {
  return (_server, { client_id: id }, _body, headers) =>
    headers.set('authorization', `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`)
}

/** Reads the account's data. Only the first document is required: GitHub lists addresses where its app may read them. */
async function readDocuments(
  { profileUrls: [account = '', ...details], isLocal }: Provider,
  accessToken: string,
): Promise<unknown[]> {
  const read = async (url: string) => {
    const response = await oauth.protectedResourceRequest(
      accessToken,
      'GET',
      new URL(url),
      new Headers({ accept: 'application/json', 'user-agent': 'bullring-vault' }),
      null,
      { signal: AbortSignal.timeout(TIMEOUT_MS), [oauth.allowInsecureRequests]: isLocal },
    )
    if (!response.ok) throw new TypeError(`The provider responded with status ${response.status}`)
    return (await response.json()) as unknown
  }
  const others = details.map((url) => read(url).catch(() => undefined))
  return [await read(account), ...(await Promise.all(others))]
}

/** Errors of an authorization page whose visitor pressed Cancel (RFC 6749; Apple). */
const CANCELLED: ReadonlySet<string> = new Set(['access_denied', 'user_cancelled_authorize'])

/** Errors of a token endpoint about the code (RFC 6749; GitHub, with status 200). The others are about the site or its client. */
const CODE_REFUSED: ReadonlySet<unknown> = new Set(['invalid_grant', 'bad_verification_code'])

/** Codes of oauth4webapi for a response that is not as OAuth defines it. */
const MALFORMED: ReadonlySet<unknown> = new Set([
  oauth.INVALID_RESPONSE,
  oauth.PARSE_ERROR,
  oauth.RESPONSE_IS_NOT_CONFORM,
  oauth.RESPONSE_IS_NOT_JSON,
])

const ErrorBody = z.object({ body: z.object({ error: z.string() }) })

/** The visitor pressed Cancel, or code or token are not for this login. */
function isRefusal(error: unknown): boolean {
  if (error instanceof oauth.AuthorizationResponseError) return CANCELLED.has(error.error)
  if (error instanceof oauth.ResponseBodyError) return CODE_REFUSED.has(error.error)
  if (!(error instanceof oauth.OperationProcessingError)) return false
  const reported = z.safeParse(ErrorBody, error.cause).data?.body.error
  return CODE_REFUSED.has(reported) || !MALFORMED.has(error.code)
}
