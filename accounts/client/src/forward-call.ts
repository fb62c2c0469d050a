import { createHmac } from 'node:crypto'
import { BUNDLER_HEADERS } from '@bullring/accounts-api/bundler-headers'
import { networkOf } from '@bullring/server/limits/networks-of'
import { currentTraceparent, type SpanStart, traceCall } from '@bullring/server/tracing/span'
import { type JsonRpcCall, JsonRpcReply } from '@bullring/wallet-api/blockchain-api/json-rpc'
import { TIME_LIMITS } from '@bullring/wire/http/time-limits'
import { BundlerUnreachableError } from './errors.ts'

/** Address of a bundler. */
export type BundlerTarget = {
  url: string
  /** Token of our bundler, which also gets the caller; null for a hosted one, which does not. */
  token: string | null
}

/** Caller on whose behalf a service calls. */
type BundlerCaller = {
  /** Null where the bundler reads it from the signed data. */
  userId: string | null
  ip: string
}

/** A call of JSON-RPC. */
export type ForwardedCall = Pick<JsonRpcCall, 'jsonrpc' | 'id' | 'method'> & {
  params: readonly unknown[]
}

/**
 * Passes a call on to the bundler.
 *
 * @throws {BundlerUnreachableError}
 */
export async function forwardCall(
  { url, token }: BundlerTarget,
  call: ForwardedCall,
  caller: BundlerCaller,
  aborted: AbortSignal,
): Promise<JsonRpcReply> {
  const signal = AbortSignal.any([aborted, AbortSignal.timeout(TIME_LIMITS.proxy)])
  const headers = {
    'content-type': 'application/json',
    ...(token !== null && callerHeaders(token, caller)),
  }
  const describe = (): SpanStart => ({ name: 'forward to bundler', kind: 'CLIENT' })
  try {
    const response = await traceCall(describe, () => {
      const body = JSON.stringify(call)
      const traced = { ...headers, ...traceHeaders(token) }
      return fetch(url, { method: 'POST', headers: traced, body, signal, redirect: 'error' })
    })
    return JsonRpcReply.parse(await response.json())
  } catch (cause) {
    throw new BundlerUnreachableError({ cause })
  }
}

/** Returns headers for our bundler only. */
function traceHeaders(token: string | null): { traceparent?: string } {
  const traceparent = token === null ? undefined : currentTraceparent()
  return traceparent === undefined ? {} : { traceparent }
}

function callerHeaders(token: string, { userId, ip }: BundlerCaller): Record<string, string> {
  // The bundler counts addresses, and needs not know them.
  const hashOf = (address: string) =>
    createHmac('sha256', token).update(address).digest('base64url')
  const network = networkOf(ip)
  return {
    authorization: `Bearer ${token}`,
    ...(userId !== null && { [BUNDLER_HEADERS.user]: userId }),
    [BUNDLER_HEADERS.ipHash]: hashOf(ip),
    ...(network !== null && { [BUNDLER_HEADERS.networkHash]: hashOf(network) }),
  }
}
