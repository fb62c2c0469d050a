import * as z from 'zod/mini'
import { InvalidEvidenceError } from '../errors.ts'
import type { ApiProvider, OAuthClient } from './oauth-providers.ts'

/** A request to a provider's API: a POST if it has a body. */
export type ProviderRequest = { path: string; authorization?: string; body?: unknown }

/** Account of an access token, and the client that it was issued to: null where the provider does not say. */
type TokenOwner = { subject: string; clientId: string | null }

/** Asks a provider about an access token. */
export type ReadTokenOwner = (
  request: (sent: ProviderRequest) => Promise<unknown>,
  token: string,
  client: OAuthClient,
) => Promise<TokenOwner>

const Id = z.string().check(z.minLength(1), z.maxLength(254))
const GithubToken = z.object({
  app: z.object({ client_id: z.string() }),
  user: z.object({ id: z.int() }),
})
const FacebookToken = z.object({
  data: z.object({
    is_valid: z.boolean(),
    app_id: z.optional(z.string()),
    user_id: z.optional(Id),
  }),
})
const DiscordToken = z.object({
  application: z.object({ id: z.string() }),
  user: z.object({ id: Id }),
})
const XUser = z.object({ data: z.object({ id: Id }) })

export const READ_TOKEN_OWNER: Readonly<Record<ApiProvider, ReadTokenOwner>> = {
  github: async (request, token, { clientId, clientSecret }) => {
    const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    const found = await request({
      path: `/applications/${encodeURIComponent(clientId)}/token`,
      authorization: `Basic ${credentials}`,
      body: { access_token: token },
    })
    const { app, user } = z.parse(GithubToken, found)
    return { subject: String(user.id), clientId: app.client_id }
  },
  facebook: async (request, token, { clientId, clientSecret }) => {
    const query = new URLSearchParams({
      input_token: token,
      access_token: `${clientId}|${clientSecret}`,
    })
    const { data } = z.parse(FacebookToken, await request({ path: `/debug_token?${query}` }))
    if (!data.is_valid || data.user_id === undefined || data.app_id === undefined) {
      throw new InvalidEvidenceError()
    }
    return { subject: data.user_id, clientId: data.app_id }
  },
  discord: async (request, token) => {
    const authorization = `Bearer ${token}`
    const found = z.parse(DiscordToken, await request({ path: '/oauth2/@me', authorization }))
    return { subject: found.user.id, clientId: found.application.id }
  },
  // X names no client. Its token is nevertheless of no use without the vault's assertion.
  x: async (request, token) => {
    const authorization = `Bearer ${token}`
    const { data } = z.parse(XUser, await request({ path: '/users/me', authorization }))
    return { subject: data.id, clientId: null }
  },
}
