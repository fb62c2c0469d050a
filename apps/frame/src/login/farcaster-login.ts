import type { LoginResponse } from '@bullring/wire/embedded/vault-api/oauth'
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

/** Creates the {@link FarcasterLogin} of a frame. */
export function createFarcasterLogin(vault: VaultClient): FarcasterLogin {
  let channel: { id: string; abort: AbortController } | undefined

  async function poll(id: string, signal: AbortSignal): Promise<LoginResponse> {
    for (;;) {
      const result = await vault.waitForFarcaster(id, signal)
      if (result.status === 'completed') return result.login
    }
  }

  return {
    start: async () => {
      channel?.abort.abort()
      const { channelId, url } = await vault.openFarcasterChannel()
      channel = { id: channelId, abort: new AbortController() }
      return url
    },
    wait: async () => {
      const waiting = channel
      if (waiting === undefined) return undefined
      try {
        const login = await poll(waiting.id, waiting.abort.signal)
        if (channel === waiting) channel = undefined
        return login
      } catch (error) {
        if (waiting.abort.signal.aborted) return undefined
        throw error
      }
    },
    drop: () => {
      channel?.abort.abort()
      channel = undefined
    },
  }
}
