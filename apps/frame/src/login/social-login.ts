import { toBase64Url } from '@bullring/wire/embedded/base64url'
import type { SocialProvider } from '@bullring/wire/embedded/social-provider'
import type { LoginResponse } from '@bullring/wire/embedded/vault-api/oauth'
import * as z from 'zod/mini'
import type { FrameStorage } from '#device/frame-storage.ts'
import { NoPendingLoginError } from '#frame-errors.ts'
import type { VaultClient } from '#services/vault-client.ts'

const RANDOM_BYTES = 32

const PendingLogin = z.object({ codeVerifier: z.string() })

/** A login at another site (OAuth 2.0 with PKCE). */
export type SocialLogin = {
  /** Returns the URL at which the visitor signs in. */
  start: (provider: SocialProvider) => Promise<string>
  /** @param uri - URL of the callback page as the provider called it. */
  finish: (uri: string) => Promise<LoginResponse>
}

/**
 * Creates the {@link SocialLogin} of a site. The verifier remains in the frame: the page around it sees a
 * code that it cannot use. It is stored, because some apps leave the page for the login.
 */
export function createSocialLogin(
  storage: FrameStorage,
  origin: string,
  vault: VaultClient,
): SocialLogin {
  const key = `oauth|${origin}`
  return {
    start: async (provider) => {
      const codeVerifier = randomText()
      const { uri } = await vault.startOAuth({
        provider,
        codeChallenge: await sha256(codeVerifier),
        nonce: randomText(),
      })
      await storage.put('sessions', key, { codeVerifier })
      return uri
    },
    finish: async (uri) => {
      const pending = z.safeParse(PendingLogin, await storage.get('sessions', key))
      if (!pending.success) throw new NoPendingLoginError()
      await storage.remove('sessions', key)
      return vault.finishOAuth({ uri, codeVerifier: pending.data.codeVerifier })
    },
  }
}

function randomText(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)))
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return toBase64Url(new Uint8Array(digest))
}
