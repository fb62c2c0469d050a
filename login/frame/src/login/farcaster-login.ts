import { toBase64Url } from '@bullring/login-api/base64url'
import type { LoginResponse } from '@bullring/login-api/vault-api/oauth'
import { ApiTimeoutError, ApiUnreachableError } from '@bullring/wire/http/request-errors'
import type { CustodyClient } from '#services/custody-client.ts'
import type { VaultClient } from '#services/vault-client.ts'

/** A login with Farcaster: a phone approves on a channel. */
export type FarcasterLogin = {
  /** Opens a channel. Returns the URL for the phone. */
  start: () => Promise<string>
  /** Waits for the phone; `undefined` without a channel, or when it was dropped. */
  wait: () => Promise<LoginResponse | undefined>
  /** Drops the channel. */
  drop: () => void
}

type Channel = {
  id: string
  expiresAt: number
  abort: AbortController
  /** The one poll of the channel: the server ends an earlier one. */
  login?: Promise<LoginResponse>
}

const SALT_BYTES = 32
const RETRY_MS = 1_000

/** Creates the {@link FarcasterLogin} of a frame. */
export function createFarcasterLogin(
  vault: Pick<VaultClient, 'openFarcasterChannel' | 'waitForFarcaster'>,
  custody: Pick<CustodyClient, 'checkFarcaster'>,
): FarcasterLogin {
  let channel: Channel | undefined

  const drop = () => {
    channel?.abort.abort()
    channel = undefined
  }

  return {
    start: async () => {
      drop()
      const salt = toBase64Url(crypto.getRandomValues(new Uint8Array(SALT_BYTES)))
      const { channelId: id, url, expiresInSeconds } = await vault.openFarcasterChannel(salt)
      // The core looks too: a vault that lies could have the visitor approve a login of another device.
      await custody.checkFarcaster({ url, salt })
      const expiresAt = Date.now() + expiresInSeconds * 1_000
      channel = { id, expiresAt, abort: new AbortController() }
      return url
    },
    wait: async () => {
      const waiting = channel
      if (waiting === undefined) return undefined
      try {
        waiting.login ??= poll(vault, waiting)
        const login = await waiting.login
        if (channel === waiting) channel = undefined
        return login
      } catch (error) {
        if (waiting.abort.signal.aborted) return undefined
        if (channel === waiting) channel = undefined
        throw error
      }
    },
    drop,
  }
}

/** Polls until the phone has approved. A browser in the background loses its connections: that ends no login. */
async function poll(
  vault: Pick<VaultClient, 'waitForFarcaster'>,
  { id, expiresAt, abort: { signal } }: Channel,
): Promise<LoginResponse> {
  for (;;) {
    try {
      const result = await vault.waitForFarcaster(id, signal)
      if (result.status === 'completed') return result.login
    } catch (error) {
      const isLost = error instanceof ApiUnreachableError || error instanceof ApiTimeoutError
      if (!isLost || signal.aborted || Date.now() > expiresAt) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
    signal.throwIfAborted()
  }
}
