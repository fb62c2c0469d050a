import { isAnything, isInteger, isText, objectOf, optional } from '../shape.ts'
import { CODES, WalletConnectError } from '../walletconnect-error.ts'

/** R-RPC-3. */
const TIMEOUT_MS = 10_000

const isReply = objectOf({
  result: isAnything,
  error: optional(objectOf({ code: isInteger, message: isText, data: isAnything })),
})

let lastId = 0

/**
 * Calls a JSON-RPC endpoint of a chain, for requests that need no wallet.
 *
 * @throws {WalletConnectError} for an error reply, a reply that is no JSON-RPC, and none in time.
 */
export async function callEndpoint(
  url: string,
  method: string,
  params: unknown,
  timeoutMs = TIMEOUT_MS,
): Promise<unknown> {
  lastId += 1
  const reply = await post(url, { id: lastId, jsonrpc: '2.0', method, params }, timeoutMs)
  if (!isReply(reply)) {
    throw new WalletConnectError(
      CODES.relayFailed,
      `The chain's endpoint did not reply to ${method}.`,
    )
  }
  if (reply.error === undefined) return reply.result
  const { code, message, data } = reply.error
  throw new WalletConnectError(code, message, { data })
}

/** @returns `undefined` for a reply that is no JSON, such as the page of a gateway. */
async function post(url: string, call: object, timeoutMs: number): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
      signal,
    })
    return await response.json()
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined
    if (!signal.aborted) throw cause
    // R-RPC-8.
    const text = 'The request took too long to respond.'
    throw new WalletConnectError(CODES.endpointLate, text, { cause })
  }
}
