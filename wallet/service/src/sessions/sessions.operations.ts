import { WireSessionCall } from '@bullring/accounts-api/sessions/session-call'
import { hexOf } from '@bullring/accounts-api/sessions/session-fields'
import {
  RevokeSessionRequest,
  RevokeSessionResponse,
  SessionCallResponse,
  SessionsResponse,
  type SmartSession,
} from '@bullring/accounts-api/sessions/sessions-api'
import type { ForwardedCall } from '@bullring/accounts-client/forward-call'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import { toSignedCall } from '@bullring/smart-account/wire-session-call'
import type { JsonRpcError, JsonRpcReply } from '@bullring/wallet-api/blockchain-api/json-rpc'
import { AccountField } from '@bullring/wire/caip-fields'
import type { Context } from 'hono'
import { type Address, type Hex, isAddressEqual } from 'viem'
import * as z from 'zod/mini'
import { KEY_ERRORS } from '../http/documented-errors.ts'
import { SessionRefusedError, SessionsNotOfferedError, UnsignedCallError } from './errors.ts'
import { isSignedByKey } from './verify-call.ts'

/** The chain on which keys act, and how to send for them. */
export type SessionChain = {
  chainId: number
  list: (account: Address) => Promise<SmartSession[]>
  isRevoked: (account: Address, session: Hex) => Promise<boolean>
  /** Passes a call on to the bundler; null without one. */
  send: ((call: ForwardedCall, c: Context) => Promise<JsonRpcReply>) | null
}

export type SessionsDeps = {
  /** Null where the sessions of the main chain are not known. */
  chain: SessionChain | null
  /** Counts a request against the caller's limit. Throws when it is used up. */
  take: (c: Context) => void
  /** Counts a call against the limit of the account's key. */
  takeForKey: (key: string) => void
}

const Params = z.object({ address: AccountField })
const ERRORS = [...KEY_ERRORS, 404, 502, 503]

/** Sessions of keys: their list, revocation with the account's signature, and calls that a key signed. */
export function sessionsOperations(deps: SessionsDeps): readonly Operation[] {
  return [listOperation(deps), revokeOperation(deps), callOperation(deps)]
}

function listOperation({ chain, take }: SessionsDeps): Operation {
  return defineOperation({
    method: 'get',
    path: '/v1/sessions/:address',
    summary: 'Sessions of keys of a smart account, newest first',
    params: Params,
    response: SessionsResponse,
    errors: ERRORS,
    security: ['projectId'],
    handler: async ({ params: { address } }, c) => {
      take(c)
      const { list, send } = offered(chain)
      return { pcis: await list(address), takesCalls: send !== null }
    },
  })
}

function revokeOperation({ chain, take }: SessionsDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/v1/sessions/:address/revoke',
    summary: 'Ends a session with the account’s signature (ERC-1271)',
    params: Params,
    body: RevokeSessionRequest,
    acceptsAnyType: true,
    response: RevokeSessionResponse,
    errors: [...ERRORS, 409],
    security: ['projectId'],
    handler: async ({ params: { address }, body: { pci, signature } }, c) => {
      take(c)
      if (await offered(chain).isRevoked(address, pci)) {
        return { success: true, hash: null } satisfies RevokeSessionResponse
      }
      const revocation = { account: address, session: pci, signature }
      const call = { method: 'bundler_revokeSession', params: [revocation] }
      const hash = await send(chain, c, call)
      return { success: true, hash } satisfies RevokeSessionResponse
    },
  })
}

function callOperation({ chain, take, takeForKey }: SessionsDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/v1/sessions/:address/calls',
    summary: 'Sends a call that the key of a session signed',
    params: Params,
    body: WireSessionCall,
    maxBodyBytes: 32 * 1_024,
    response: SessionCallResponse,
    errors: [...ERRORS, 409],
    security: ['projectId'],
    handler: async ({ params: { address }, body }, c) => {
      take(c)
      const signed = toSignedCall(body)
      const isOwn = isAddressEqual(signed.account, address)
      if (!(isOwn && (await isSignedByKey(signed, offered(chain).chainId)))) {
        throw new UnsignedCallError()
      }
      takeForKey(body.session.key.x)
      const call = { method: 'bundler_sendSessionCall', params: [body] }
      return { hash: await send(chain, c, call) }
    },
  })
}

function offered(chain: SessionChain | null): SessionChain {
  if (chain === null) throw new SessionsNotOfferedError()
  return chain
}

const Hash = hexOf(32)

async function send(
  chain: SessionChain | null,
  c: Context,
  call: { method: string; params: readonly unknown[] },
): Promise<z.output<typeof Hash>> {
  const forward = offered(chain).send
  if (forward === null) throw new SessionsNotOfferedError()
  const reply = await forward({ jsonrpc: '2.0', id: 1, ...call }, c)
  if ('error' in reply) throw refusalOf(reply.error)
  return Hash.parse(reply.result)
}

/** Addition of our bundler to an error. A hosted one has none. */
const ErrorData = z.object({ code: z.string() })

function refusalOf({ message, data }: JsonRpcError): SessionRefusedError {
  const code = ErrorData.safeParse(data).data?.code
  // The message is then the name of the module's error.
  return new SessionRefusedError(message, code === 'bundler.rejected' ? message : code)
}
