import { CODES, WalletConnectError } from '../errors/walletconnect-error.ts'
import { isAnything, isInteger, isText, objectOf, optional } from '../shape/shape.ts'

const TIMEOUT_MS = 20_000

const isReply = objectOf({
  result: isAnything,
  error: optional(objectOf({ code: isInteger, message: isText, data: isAnything })),
})

let lastId = 0

/** Calls a JSON-RPC endpoint of a chain: for what needs no wallet. */
export async function callEndpoint(url: string, method: string, params: unknown): Promise<unknown> {
  lastId += 1
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: lastId, jsonrpc: '2.0', method, params }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const reply: unknown = await response.json()
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
