import {
  isAnything,
  isInteger,
  isText,
  objectOf,
  optional,
  parseJson,
  type ShapeOf,
} from '../shape.ts'

const isRequest = objectOf({ id: isInteger, method: isText, params: isAnything })
export type RequestPayload = ShapeOf<typeof isRequest>

export const isErrorObject = objectOf({
  code: isInteger,
  message: isText,
  data: optional(isAnything),
})
export type ErrorObject = ShapeOf<typeof isErrorObject>

const isCoded = objectOf({ code: isInteger })

/** JSON-RPC 2.0. */
const INTERNAL_ERROR = -32_603

const isResponse = objectOf({
  id: isInteger,
  result: optional(isAnything),
  error: optional(isAnything),
})
export type ResponsePayload = { id: number; result?: unknown; error?: ErrorObject }

/** Result or error in a response to a peer. */
export type Outcome = { result: unknown } | { error: ErrorObject }

/** Parses a decrypted message. */
export function parsePayload(
  text: string,
): { request: RequestPayload } | { response: ResponsePayload } | undefined {
  const request = parseJson(text, isRequest)
  if (request !== undefined) return { request }
  const { id, result, error } = parseJson(text, isResponse) ?? {}
  if (id === undefined) return undefined
  // Some peers send an empty error beside a result.
  return { response: { id, result, ...(error != null && { error: toErrorObject(error) }) } }
}

/** An error of another shape is one all the same: the caller would wait for nothing. */
export function toErrorObject(error: unknown): ErrorObject {
  if (isErrorObject(error)) return error
  const code = isCoded(error) ? error.code : INTERNAL_ERROR
  return { code, message: 'An error was reported without a reason.' }
}

export function writeRequest(id: number, method: string, params: unknown): string {
  return JSON.stringify({ id, jsonrpc: '2.0', method, params })
}

export function writeResponse(id: number, outcome: Outcome): string {
  return JSON.stringify({ id, jsonrpc: '2.0', ...outcome })
}

const PER_MS = 1_000
let lastId = 0

/** Returns an id of 16 digits: the time with a random end. Later ids are larger, by which peers find out the order. */
export function nextPayloadId(nowMs: number): number {
  lastId = Math.max(lastId + 1, nowMs * PER_MS + Math.floor(Math.random() * PER_MS))
  return lastId
}
