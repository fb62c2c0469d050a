import type { Context, MiddlewareHandler, Next } from 'hono'
import { every } from 'hono/combine'
import { compress } from 'hono/compress'
import { JSON_TYPE } from './json-type.ts'

/** Compresses JSON of 1 KiB and more. Files and event streams pass unchanged. */
export const compressJson: MiddlewareHandler = every(
  declareJsonLength,
  compress({ encoding: 'gzip', contentTypeFilter: JSON_TYPE }),
  declareJsonLength,
)

/** Hono's `compress` compares its threshold with Content-Length, which `c.json` does not set, and removes it. */
async function declareJsonLength(c: Context, next: Next): Promise<void> {
  await next()
  const { headers, body } = c.res
  if (body === null || headers.has('content-length')) return
  if (!JSON_TYPE.test(headers.get('content-type') ?? '')) return
  const bytes = await c.res.arrayBuffer()
  c.res = new Response(bytes, c.res)
  c.res.headers.set('content-length', `${bytes.byteLength}`)
}
