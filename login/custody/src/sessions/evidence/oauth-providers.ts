import type { FrameConfig } from '@bullring/login-api/custody-api/config'
import type { SocialProvider } from '@bullring/login-api/social-provider'
import { AUTHORIZE_URLS } from '@bullring/login-server/authorize-urls'

/** Registration of this installation with a provider. */
export type OAuthClient = {
  clientId: string
  /** Null where the core's check needs none. */
  clientSecret: string | null
}

export type OAuthConfig = {
  clients: ReadonlyMap<SocialProvider, OAuthClient>
  /** A provider on this machine that stands in for all of them; null for the real ones. */
  localUrl: string | null
}

type OpenIdProvider = 'google' | 'apple'

/** Providers without ID tokens. */
export type ApiProvider = Exclude<SocialProvider, OpenIdProvider>

/** Addresses at which the core checks the logins of a provider. */
type Addresses =
  | { kind: 'id-token'; issuer: string; jwksUrl: string }
  | { kind: 'access-token'; provider: ApiProvider; apiUrl: string }

/** Providers whose check sends the client's secret. */
export const NEED_SECRET: ReadonlySet<SocialProvider> = new Set(['github', 'facebook'])

const OPENID: Readonly<Record<OpenIdProvider, { issuer: string; jwksUrl: string }>> = {
  google: {
    issuer: 'https://accounts.google.com',
    jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
  },
  apple: {
    issuer: 'https://appleid.apple.com',
    jwksUrl: 'https://appleid.apple.com/auth/keys',
  },
}

const API_URLS: Readonly<Record<ApiProvider, string>> = {
  github: 'https://api.github.com',
  facebook: 'https://graph.facebook.com/v23.0',
  x: 'https://api.x.com/2',
  discord: 'https://discord.com/api/v10',
}

/** Returns the pages at which visitors log in, for the frame, which opens no others. */
export function loginPages({ clients, localUrl }: OAuthConfig): FrameConfig['socials'] {
  return [...clients].map(([provider, { clientId }]) => ({
    provider,
    clientId,
    authorizeUrl:
      localUrl === null ? AUTHORIZE_URLS[provider] : `${localUrl}/${provider}/authorize`,
    hasIdToken: isOpenId(provider),
  }))
}

/** Returns the addresses at which the core checks a login. */
export function addressesOf(provider: SocialProvider, localUrl: string | null): Addresses {
  const local = localUrl === null ? null : `${localUrl}/${provider}`
  if (isOpenId(provider)) {
    const { issuer, jwksUrl } = OPENID[provider]
    return { kind: 'id-token', issuer: local ?? issuer, jwksUrl: local ? `${local}/jwks` : jwksUrl }
  }
  const apiUrl = API_URLS[provider]
  const localApi = local && `${local}${new URL(apiUrl).pathname.replace(/\/$/, '')}`
  return { kind: 'access-token', provider, apiUrl: localApi ?? apiUrl }
}

function isOpenId(provider: SocialProvider): provider is OpenIdProvider {
  return provider === 'google' || provider === 'apple'
}
