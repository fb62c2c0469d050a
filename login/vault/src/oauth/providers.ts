import { SOCIAL_PROVIDERS, type SocialProvider } from '@bullring/login-api/social-provider'
import { AUTHORIZE_URLS } from '@bullring/login-server/authorize-urls'
import type { AuthorizationServer } from 'oauth4webapi'
import { type OAuthProfile, readProfile } from './profiles.ts'

/** Registration of this installation with a provider. */
export type OAuthClient = { clientId: string; clientSecret: string }

/** Settings of one provider. */
export type Provider = {
  server: AuthorizationServer
  scope: string
  /** Place of the client's secret in a request to the token endpoint. X ignores one in the body; Apple and Facebook know no other place. */
  secretPlace: 'body' | 'header'
  /** Names and verifies the account by an ID token (OpenID Connect). The others have a user information API. */
  hasIdToken: boolean
  /** Addresses of the account's data, read with the access token. A login needs the first one only. */
  profileUrls: readonly string[]
  /** Reads the account from the ID token's claims, or from the responses of `profileUrls`. */
  readProfile: (documents: readonly unknown[]) => OAuthProfile
  isLocal: boolean
}

type Endpoints = Omit<Provider, 'readProfile' | 'isLocal' | 'server'> & {
  issuer: string
  token: string
}

const ENDPOINTS: Readonly<Record<SocialProvider, Endpoints>> = {
  google: {
    issuer: 'https://accounts.google.com',
    token: 'https://oauth2.googleapis.com/token',
    scope: 'openid email profile',
    secretPlace: 'body',
    hasIdToken: true,
    profileUrls: [],
  },
  // Without the scopes for name and address, which Apple returns in a POST only.
  apple: {
    issuer: 'https://appleid.apple.com',
    token: 'https://appleid.apple.com/auth/token',
    scope: 'openid',
    secretPlace: 'body',
    hasIdToken: true,
    profileUrls: [],
  },
  github: {
    issuer: 'https://github.com',
    token: 'https://github.com/login/oauth/access_token',
    scope: 'read:user user:email',
    secretPlace: 'body',
    hasIdToken: false,
    profileUrls: ['https://api.github.com/user', 'https://api.github.com/user/emails'],
  },
  facebook: {
    issuer: 'https://www.facebook.com',
    token: 'https://graph.facebook.com/v23.0/oauth/access_token',
    scope: 'email public_profile',
    secretPlace: 'body',
    hasIdToken: false,
    profileUrls: ['https://graph.facebook.com/v23.0/me?fields=id,name,email'],
  },
  x: {
    issuer: 'https://x.com',
    token: 'https://api.x.com/2/oauth2/token',
    scope: 'users.read tweet.read',
    secretPlace: 'header',
    hasIdToken: false,
    profileUrls: ['https://api.x.com/2/users/me'],
  },
  discord: {
    issuer: 'https://discord.com',
    token: 'https://discord.com/api/oauth2/token',
    scope: 'identify email',
    secretPlace: 'body',
    hasIdToken: false,
    profileUrls: ['https://discord.com/api/users/@me'],
  },
}

/**
 * Returns the providers.
 *
 * @param localUrl - Base of a provider on this machine that stands in for all of them; null for the real ones.
 */
export function createProviders(localUrl: string | null): ReadonlyMap<SocialProvider, Provider> {
  return new Map(SOCIAL_PROVIDERS.map((name) => [name, createProvider(name, localUrl)]))
}

function createProvider(name: SocialProvider, localUrl: string | null): Provider {
  const { issuer, token, scope, secretPlace, hasIdToken, profileUrls } = ENDPOINTS[name]
  const local = localUrl === null ? null : `${localUrl}/${name}`
  return {
    server: {
      issuer: local ?? issuer,
      authorization_endpoint: local === null ? AUTHORIZE_URLS[name] : `${local}/authorize`,
      token_endpoint: local === null ? token : `${local}/token`,
    },
    scope,
    secretPlace,
    hasIdToken,
    profileUrls:
      local === null ? profileUrls : profileUrls.map((url) => `${local}${new URL(url).pathname}`),
    readProfile: readProfile[name],
    isLocal: local !== null,
  }
}
