import {
  FarcasterCheckRequest,
  FarcasterCheckResponse,
} from '@bullring/login-api/custody-api/farcaster'
import { farcasterNonce } from '@bullring/login-api/farcaster-nonce'
import { deviceOf } from '@bullring/login-server/device/with-device'
import {
  FarcasterNotConfiguredError,
  FarcasterRefusedError,
} from '@bullring/login-server/farcaster/errors'
import type { FarcasterRelay } from '@bullring/login-server/farcaster/farcaster-relay'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import type { Context } from 'hono'
import { API_ERRORS } from '../http/documented-errors.ts'

export type FarcasterDeps = {
  /** Null where the operator offers no login with Farcaster. */
  relay: FarcasterRelay | null
  /** Counts a login against the caller's limit. Throws when it is used up. */
  takeLogin: (c: Context) => void
}

/** POST /core/farcaster/check. */
export function farcasterOperations({ relay, takeLogin }: FarcasterDeps): readonly Operation[] {
  return [
    defineOperation({
      method: 'post',
      path: '/core/farcaster/check',
      summary: 'Whether a link of the vault is for a login of this device',
      body: FarcasterCheckRequest,
      response: FarcasterCheckResponse,
      errors: [...API_ERRORS, 404, 502],
      handler: async ({ body: { url, salt } }, c) => {
        if (relay === null) throw new FarcasterNotConfiguredError()
        takeLogin(c)
        await requireOwnChannel(relay, url, await farcasterNonce(deviceOf(c).id, salt))
        return { checked: true } as const
      },
    }),
  ]
}

/**
 * A vault that lies could have the visitor approve a login of another device.
 *
 * @throws {FarcasterRefusedError}
 */
async function requireOwnChannel(relay: FarcasterRelay, url: string, nonce: string): Promise<void> {
  const token = relay.tokenOf(url)
  if (token === null)
    throw new FarcasterRefusedError({ cause: new Error('not a link of the relay') })
  const state = await relay.read(token)
  if (state.kind !== 'pending' || state.nonce !== nonce) {
    throw new FarcasterRefusedError({ cause: new Error('the link is for another device') })
  }
}
