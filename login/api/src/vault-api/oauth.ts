import * as z from 'zod/mini'
import { bytesField } from '../byte-fields.ts'
import { Identity } from '../identity.ts'
import { SocialProvider } from '../social-provider.ts'
import { Assertion } from './assertion.ts'
import { LoginEvidence } from './login-evidence.ts'

/**
 * Login at another site (OAuth 2.0 with PKCE, RFC 7636). The provider returns to the frame's callback page, which hands
 * the frame that page's URL. It is of no use without the verifier, which never leaves the frame.
 */

/** `state` of an authorization request. Letters and digits only: some apps append `--` and a URL to it. */
export const OAuthState = z.string().check(z.regex(/^[A-Za-z0-9]{32,64}$/, 'not a state'))

/** URL of the callback page as the provider called it. */
const ResultUri = z.url().check(z.maxLength(8_192))

/** Body of POST /oauth/start, signed by the device. */
export const StartOAuthRequest = z.object({
  provider: SocialProvider,
  /** SHA-256 of the verifier (method S256). */
  codeChallenge: bytesField(32),
  /** The nonce of an ID token is made of it and the device's id (see `loginNonce`). */
  nonceSalt: bytesField(32),
})
export type StartOAuthRequest = z.infer<typeof StartOAuthRequest>

/** Response of POST /oauth/start. `state` is a parameter of `uri`, and not its last one. */
export const StartOAuthResponse = z.object({ uri: z.url(), state: OAuthState })
export type StartOAuthResponse = z.infer<typeof StartOAuthResponse>

/** Body of POST /oauth/finish, signed by the device that started the login. Works once per login. */
export const FinishOAuthRequest = z.object({
  uri: ResultUri,
  codeVerifier: z.string().check(z.regex(/^[\w.~-]{43,128}$/, 'not a verifier')),
})
export type FinishOAuthRequest = z.infer<typeof FinishOAuthRequest>

/** Response of a finished social, Farcaster or Telegram login. */
export const LoginResponse = z.object({
  assertion: Assertion,
  identity: Identity,
  evidence: LoginEvidence,
})
export type LoginResponse = z.infer<typeof LoginResponse>
