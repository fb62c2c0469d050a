import type { Context } from 'hono'
import { isAddress } from 'viem'
import { BodyTooLargeError, MalformedJsonError, UnsupportedMediaTypeError } from './http-error.ts'
import { ACCOUNT_LIMIT } from './rate-limit.ts'

/** Longest body of an API call. */
const MAX_BYTES = 16 * 1_024

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/i

export type ReadJsonOptions = {
  maxBytes?: number
  /** Takes any content type: for calls that browsers make without asking first. */
  takesAnyType?: boolean
}

/**
 * Reads a request's JSON body; an empty one counts as `{}`. Stops reading at the limit, whatever the
 * headers promise.
 *
 * @throws {BodyTooLargeError} {@link UnsupportedMediaTypeError} {@link MalformedJsonError} {@link RateLimitedError}
 */
export async function readJson(
  c: Context,
  { maxBytes = MAX_BYTES, takesAnyType = false }: ReadJsonOptions = {},
): Promise<unknown> {
  const text = await readText(c, maxBytes)
  if (text === '') return {}
  const isJson = takesAnyType || JSON_TYPE.test(c.req.header('content-type') ?? '')
  if (!isJson) throw new UnsupportedMediaTypeError()
  const body = parseJson(text)
  limitAccount(c, body)
  return body
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new MalformedJsonError({ cause })
  }
}

/** Counts the request for the account it is about, where accounts are limited. */
function limitAccount(c: Context, body: unknown): void {
  const limit: ((account: string) => void) | undefined = c.get(ACCOUNT_LIMIT)
  if (typeof body !== 'object' || body === null || !('user_address' in body)) return
  if (typeof body.user_address === 'string' && isAddress(body.user_address, { strict: false })) {
    limit?.(body.user_address)
  }
}

/**
 * Reads a request's body. With a declared length the server itself ends the body there; without one the
 * bytes are counted.
 *
 * @throws {BodyTooLargeError}
 */
export function readText(c: Context, maxBytes: number): Promise<string> {
  const declared = c.req.header('content-length')
  if (declared !== undefined && Number(declared) > maxBytes) throw new BodyTooLargeError(maxBytes)
  if (declared !== undefined) return c.req.text()
  const body = c.req.raw.body
  return body === null ? Promise.resolve('') : readLimited(body, maxBytes)
}

async function readLimited(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<string> {
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length
    if (length > maxBytes) {
      await reader.cancel()
      throw new BodyTooLargeError(maxBytes)
    }
    chunks.push(part.value)
  }
  return Buffer.concat(chunks).toString('utf8')
}
