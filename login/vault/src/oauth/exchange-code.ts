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
  const { server, hasIdToken, isLocal } = provider
  const client = { client_id: clientId }
  const parameters = oauth.validateAuthResponse(server, client, url, state)
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.ClientSecretPost(clientSecret),
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

function readDocuments(
  { profileUrls, isLocal }: Provider,
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
  return Promise.all(profileUrls.map(read))
}

/** The visitor pressed Cancel, or the code is not for this login. */
function isRefusal(error: unknown): boolean {
  if (error instanceof z.core.$ZodError) return false
  return (
    error instanceof oauth.AuthorizationResponseError ||
    error instanceof oauth.ResponseBodyError ||
    error instanceof oauth.OperationProcessingError
  )
}
