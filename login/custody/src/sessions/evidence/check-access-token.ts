import { UnusableResponseError } from '@bullring/server/http/errors'
import { guardedRequest } from '@bullring/server/http/guarded-fetch'
import { TIME_LIMITS } from '@bullring/wire/http/time-limits'
import { InvalidEvidenceError, ProviderFailedError } from '../errors.ts'
import type { EvidenceCheck } from './evidence-check.ts'
import type { OAuthClient } from './oauth-providers.ts'
import type { ProviderRequest, ReadTokenOwner } from './token-owner.ts'

export type AccessTokenOptions = {
  readOwner: ReadTokenOwner
  /** Base URL of the provider's API. */
  apiUrl: string
  client: OAuthClient
  isLocal: boolean
}

const MAX_BYTES = 64 * 1_024

/** Creates the check of access tokens: the provider itself says whose they are, and to whom they were issued. */
export function checkAccessToken(options: AccessTokenOptions): EvidenceCheck {
  const { readOwner, client, apiUrl, isLocal } = options
  return async ({ evidence }) => {
    if (evidence.kind !== 'access-token') throw new InvalidEvidenceError()
    const { token } = evidence
    const request = (sent: ProviderRequest) => requestJson(`${apiUrl}${sent.path}`, sent, isLocal)
    const owner = await readOwner(request, token, client).catch((cause: unknown) => {
      throw cause instanceof InvalidEvidenceError ? cause : new ProviderFailedError({ cause })
    })
    if (owner.clientId !== null && owner.clientId !== client.clientId) {
      throw new InvalidEvidenceError()
    }
    return { subject: owner.subject, proof: token }
  }
}

async function requestJson(
  url: string,
  { authorization, body }: ProviderRequest,
  isLocal: boolean,
): Promise<unknown> {
  const { status, text } = await guardedRequest(url, {
    isConfigured: isLocal,
    timeoutMs: TIME_LIMITS.node,
    maxBytes: MAX_BYTES,
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      // GitHub refuses programs without a name.
      'user-agent': 'bullring-custody',
      ...(authorization !== undefined && { authorization }),
    },
    json: body,
  })
  if (REFUSALS.has(status)) throw new InvalidEvidenceError()
  if (status !== 200) throw new UnusableResponseError(`status ${status}`)
  return JSON.parse(text) as unknown
}

/** The provider knows no such token. Any other failure may be one of the provider. */
const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403, 404, 422])
