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

const NUMBER_VALUE = /\s*:\s*([^\s,}]+)/y

/**
 * Returns the id of a frame as it was written: it has more digits than a number keeps. Reads only top-level keys of
 * the frame, however deep its content is nested.
 */
function writtenId(text: string): string {
  let id = ''
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (character === '{' || character === '[') depth += 1
    if (character === '}' || character === ']') depth -= 1
    if (character !== '"') continue
    const end = endOfString(text, at)
    if (depth === 1 && text.slice(at, end) === '"id"') {
      NUMBER_VALUE.lastIndex = end
      id = NUMBER_VALUE.exec(text)?.[1] ?? id
    }
    at = end - 1
  }
  return id
}

/** Returns the index after the quotation mark that ends a string. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let first = end
    while (text.charAt(first - 1) === '\\') first -= 1
    const isEscaped = (end - first) % 2 === 1
    if (!isEscaped) return end + 1
  }
  return text.length
}
