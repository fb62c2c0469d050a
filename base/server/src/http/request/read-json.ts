import type { Context } from 'hono'
import { MalformedJsonError, UnsupportedMediaTypeError } from '../errors/errors.ts'
import { JSON_TYPE } from './json-type.ts'
import { parseJson } from './parse-json.ts'

export type ReadJsonOptions = {
  /** Accepts any content type: browsers send `text/plain` without a preflight request. */
  acceptsAnyType?: boolean
}

/**
 * Reads a request's JSON body. An empty one counts as `{}`. Needs {@link limitBody} before it.
 *
 * @throws {UnsupportedMediaTypeError} when the content type is not JSON.
 * @throws {MalformedJsonError} when the body is not JSON, or nested too deeply.
 */
export async function readJson(
  c: Context,
  { acceptsAnyType = false }: ReadJsonOptions = {},
): Promise<unknown> {
  const text = await c.req.text()
  if (text === '') return {}
  const isJson = acceptsAnyType || JSON_TYPE.test(c.req.header('content-type') ?? '')
  if (!isJson) throw new UnsupportedMediaTypeError()
  try {
    return parseJson(text)
  } catch (cause) {
    throw new MalformedJsonError({ cause })
  }
}
