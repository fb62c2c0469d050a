import { type BundlerTarget, forwardCall } from '@bullring/accounts-client/forward-call'
import {
  BUNDLER_READ_METHODS,
  FRAME_BUNDLER_PATH,
  OPERATION_METHODS,
} from '@bullring/login-api/custody-api/bundler'
import { deviceOf } from '@bullring/login-server/device/with-device'
import { readJson } from '@bullring/server/http/read-json'
import type { Operation } from '@bullring/server/operations/operation'
import { parseRequest } from '@bullring/server/operations/parse-request'
import { accountAddress } from '@bullring/smart-account/account-address'
import { JsonRpcCall, JsonRpcReply } from '@bullring/wallet-api/blockchain-api/json-rpc'
import type { Context } from 'hono'
import * as z from 'zod/mini'
import { API_ERRORS } from '../http/documented-errors.ts'
import { requireSession, type SessionDeps } from '../http/require-session.ts'
import { ForeignSenderError, UnknownBundlerMethodError } from './errors.ts'

export type BundlerOperationDeps = SessionDeps & {
  bundler: BundlerTarget
  ipOf: (c: Context) => string
}

/** POST /core/bundler: calls of a user for their own smart account. */
export function bundlerOperation(deps: BundlerOperationDeps): Operation {
  return {
    method: 'post',
    path: FRAME_BUNDLER_PATH,
    summary: 'JSON-RPC 2.0 calls to the bundler, for the user’s own smart account',
    body: JsonRpcCall,
    maxBodyBytes: 128 * 1_024,
    response: JsonRpcReply,
    errors: [...API_ERRORS, 400, 413, 415, 422, 500, 502],
    security: ['session'],
    handle: async (c) => {
      const { user, wallet } = await requireSession(deps, deviceOf(c))
      const call = parseRequest(JsonRpcCall, await readJson(c, { acceptsAnyType: false }))
      requireAllowed(call, wallet && accountAddress(wallet.evm))
      const caller = { userId: user.id, ip: deps.ipOf(c) }
      return c.json(await forwardCall(deps.bundler, call, caller, c.req.raw.signal))
    },
  }
}

const Sender = z.object({ sender: z.string() })

/**
 * @throws {UnknownBundlerMethodError}
 *
 * @throws {ForeignSenderError}
 */
function requireAllowed({ method, params }: JsonRpcCall, account: string | null): void {
  const isOneOf = (methods: readonly string[]) => methods.includes(method)
  if (isOneOf(BUNDLER_READ_METHODS)) return
  if (!isOneOf(OPERATION_METHODS)) throw new UnknownBundlerMethodError()
  const sender = z.safeParse(Sender, params[0]).data?.sender
  if (account === null || sender?.toLowerCase() !== account.toLowerCase()) {
    throw new ForeignSenderError()
  }
}
