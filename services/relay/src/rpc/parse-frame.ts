import { type ErrorTag, RelayError } from '../relay-error.ts'

/** A text that a client sent. */
export type Frame =
  | {
      kind: 'call'
      /** JSON text of the id, which the response repeats. */
      id: string
      method: string
      params: unknown
    }
  /** Its reply to a call of ours. */
  | { kind: 'reply'; id: number; isSuccess: boolean }

/** A text that is no valid call. */
export class InvalidFrameError extends RelayError {
  /** JSON text of the id, `null` when there is none to repeat. */
  readonly id: string

  constructor(tag: ErrorTag, id = 'null', options?: ErrorOptions) {
    super(tag, options)
    this.id = id
  }
}

/**
 * Parses a JSON-RPC call or reply.
 *
 * @throws {InvalidFrameError}
 */
export function parseFrame(text: string): Frame {
  const frame = parseObject(text)
  const id = idOf(frame['id'], text)
  if (frame['jsonrpc'] !== '2.0') throw new InvalidFrameError('InvalidJsonRpcVersion', id)
  const { method, params } = frame
  if (method === undefined && ('result' in frame || 'error' in frame)) {
    return { kind: 'reply', id: Number(frame['id']), isSuccess: 'result' in frame }
  }
  if (typeof method !== 'string') throw new InvalidFrameError('InvalidMethod', id)
  return { kind: 'call', id, method, params }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch (cause) {
    throw new InvalidFrameError('Serialization', 'null', { cause })
  }
  throw new InvalidFrameError('Serialization')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Ids are unsigned 64-bit integers, as numbers or texts. */
const DIGITS = /^\d{1,20}$/

/** @throws {InvalidFrameError} */
function idOf(id: unknown, text: string): string {
  if (typeof id === 'string' && DIGITS.test(id)) return `"${id}"`
  if (typeof id === 'number') {
    const digits = Number.isSafeInteger(id) ? String(id) : writtenId(text)
    if (DIGITS.test(digits)) return digits
  }
  throw new InvalidFrameError('InvalidRequestId')
}

/** Returns an id as it was written: it has more digits than a number keeps. */
function writtenId(text: string): string {
  const written = new Map<unknown, string>()
  const root: unknown = JSON.parse(text, function (key, value, context?: { source?: string }) {
    if (key === 'id' && typeof value === 'number') written.set(this, context?.source ?? '')
    return value
  })
  return written.get(root) ?? ''
}
