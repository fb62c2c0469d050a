import { type ErrorObject, toErrorObject } from '../protocol/payloads.ts'
import {
  isAnything,
  isInteger,
  isText,
  objectOf,
  optional,
  parseJson,
  type Shape,
  type ShapeOf,
} from '../shape.ts'

const isId: Shape<string | number> = (value) => isText(value) || isInteger(value)

/** A message that the relay pushes. */
const isPush = objectOf({
  id: isInteger,
  method: isText,
  params: objectOf({
    data: objectOf({ topic: isText, message: isText, publishedAt: isAnything }),
  }),
})
export type Push = ShapeOf<typeof isPush>

const isReply = objectOf({ id: isId, result: isAnything, error: optional(isAnything) })
export type Reply = { id: string | number; result: unknown; error?: ErrorObject }

/** Parses a text of the relay: a push, a reply, or `undefined`. */
export function parseFrame(text: string): { push: Push } | { reply: Reply } | undefined {
  const push = parseJson(text, isPush)
  if (push !== undefined) return { push }
  const reply = parseJson(text, isReply)
  if (reply === undefined) return undefined
  const { id, result, error } = reply
  return { reply: { id, result, ...(error != null && { error: toErrorObject(error) }) } }
}

/** Writes a call: ids are strings of 19 digits. */
export function writeCall(id: string, method: string, params: unknown): string {
  return JSON.stringify({ id, jsonrpc: '2.0', method, params })
}

/** Writes the acknowledgement of a push. */
export function writeAcknowledgement(id: number): string {
  return JSON.stringify({ id, jsonrpc: '2.0', result: true })
}
