import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { etag } from 'hono/etag'

/**
 * GET /openapi.json, with an ETag.
 *
 * @param document - From `openapiDocument`.
 */
export function openapiRoutes(document: object): Hono {
  const text = JSON.stringify(document)
  const tag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"`
  return new Hono().get('/openapi.json', etag(), (c) =>
    c.body(text, 200, {
      'content-type': 'application/json',
      'cache-control': 'no-cache',
      etag: tag,
    }),
  )
}
