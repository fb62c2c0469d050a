import {
  FarcasterChannelRequest,
  FarcasterChannelResponse,
  FarcasterWaitRequest,
  FarcasterWaitResponse,
} from '@bullring/login-api/vault-api/farcaster'
import { deviceOf } from '@bullring/login-server/device/with-device'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import type { Context } from 'hono'
import { PAGE_ERRORS } from '../http/documented-errors.ts'
import { createFarcasterLogin, type FarcasterLoginDeps } from './farcaster-login.ts'

/** POST /farcaster/channel and /farcaster/wait. */
export function farcasterOperations(
  deps: FarcasterLoginDeps & { ipOf: (c: Context) => string },
): readonly Operation[] {
  const login = createFarcasterLogin(deps)
  return [
    defineOperation({
      method: 'post',
      path: '/farcaster/channel',
      summary: 'Opens a channel on which a phone approves a login with Farcaster',
      body: FarcasterChannelRequest,
      response: FarcasterChannelResponse,
      errors: [...PAGE_ERRORS, 404, 502],
      handler: ({ body: { salt } }, c) =>
        login.open({ deviceId: deviceOf(c).id, ip: deps.ipOf(c) }, salt),
    }),
    defineOperation({
      method: 'post',
      path: '/farcaster/wait',
      summary: 'Waits until the phone has approved a login with Farcaster',
      body: FarcasterWaitRequest,
      response: FarcasterWaitResponse,
      errors: [...PAGE_ERRORS, 404, 502],
      handler: ({ body: { channelId } }, c) =>
        login.wait(deviceOf(c).id, channelId, c.req.raw.signal),
    }),
  ]
}
