import { toBase64Url } from '@bullring/login-api/base64url'
import type { FrameConfig } from '@bullring/login-api/custody-api/config'
import { loginNonce } from '@bullring/login-api/login-nonce'
import { sha256 } from '@bullring/login-api/sha256'
import type { SocialProvider } from '@bullring/login-api/social-provider'
import type { LoginResponse } from '@bullring/login-api/vault-api/oauth'
import type { FrameStorage } from '#device/frame-storage.ts'
import { NoPendingLoginError, NotSupportedError } from '#frame-errors.ts'
import type { VaultClient } from '#services/vault-client.ts'
import { readCallback } from './callback-url.ts'
import { addPendingLogin, takePendingLogin } from './pending-logins.ts'

const RANDOM_BYTES = 32

/** A login at another site (OAuth 2.0 with PKCE). */
export type SocialLogin = {
  /** Returns the URL at which the visitor signs in. */
  start: (provider: SocialProvider) => Promise<string>
  /** @param uri - URL of the callback page as the provider called it. */
  finish: (uri: string) => Promise<LoginResponse>
  /** Whether this frame has started the login that a callback page reports. */
  isOwn: (state: string) => boolean
}

export type SocialLoginDeps = {
  storage: FrameStorage
  /** Origin of the app that embeds the frame. */
  origin: string
  /** Origin of the frame. */
  frameOrigin: string
  deviceId: string
  socials: FrameConfig['socials']
  vault: Pick<VaultClient, 'startOAuth' | 'finishOAuth'>
}

/**
 * Creates the {@link SocialLogin} of a site. The verifier remains in the frame: the page around it sees a code that it
 * cannot use.
 */
export function createSocialLogin(deps: SocialLoginDeps): SocialLogin {
  const { storage, origin, deviceId, vault } = deps
  const started = new Set<string>()
  return {
    start: async (provider) => {
      const codeVerifier = randomText()
      const nonceSalt = randomText()
      const codeChallenge = await sha256(codeVerifier)
      const { uri, state } = await vault.startOAuth({ provider, codeChallenge, nonceSalt })
      const nonce = await loginNonce(deviceId, nonceSalt)
      requireOwnLogin(deps, provider, new URL(uri), { state, code_challenge: codeChallenge, nonce })
      await addPendingLogin(storage, { state, provider, origin, codeVerifier })
      started.add(state)
      return uri
    },
    finish: async (uri) => {
      const pending = await takePendingLogin(storage, readCallback(uri).state)
      if (pending?.origin !== origin) throw new NoPendingLoginError()
      return vault.finishOAuth({ uri, codeVerifier: pending.codeVerifier })
    },
    isOwn: (state) => started.has(state),
  }
}

/**
 * Checks the URL that the vault has built against what the core and this frame know: a vault that lies could otherwise
 * send the visitor to another page, or have the login issued for another device.
 */
function requireOwnLogin(
  { socials, frameOrigin }: SocialLoginDeps,
  provider: SocialProvider,
  uri: URL,
  own: { state: string; code_challenge: string; nonce: string },
): void {
  const known = socials.find((social) => social.provider === provider)
  if (known === undefined) throw new NotSupportedError('This way to log in is not available here.')
  const { state, code_challenge, nonce } = own
  const expected: readonly (readonly [name: string, value: string])[] = [
    ['client_id', known.clientId],
    ['redirect_uri', `${frameOrigin}/oauth/callback/${provider}`],
    ['response_type', 'code'],
    ['state', state],
    ['code_challenge', code_challenge],
    ['code_challenge_method', 'S256'],
    // Others ignore it.
    ...(known.hasIdToken ? ([['nonce', nonce]] as const) : []),
  ]
  const isExpected = expected.every(([name, value]) => {
    const values = uri.searchParams.getAll(name)
    return values.length === 1 && values[0] === value
  })
  if (`${uri.origin}${uri.pathname}` !== known.authorizeUrl || !isExpected || uri.hash !== '') {
    throw new NotSupportedError('This way to log in does not work right now.')
  }
}

function randomText(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)))
}
