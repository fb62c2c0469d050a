import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'

const pack = promisify(gzip)

/** Below this, packing gains nothing: the answer fits into one packet anyhow. */
const MIN_BYTES = 1_024

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/i

/** Packs long JSON answers for those who can unpack them. Live events and files pass untouched. */
export const compressJson: MiddlewareHandler = async (c, next) => {
  await next()
  const { res } = c
  const type = res.headers.get('content-type') ?? ''
  if (!JSON_TYPE.test(type) || res.body === null || res.headers.has('content-encoding')) return
  c.header('vary', 'accept-encoding', { append: true })
  if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(c.req.header('accept-encoding') ?? ''))
    return
  const plain = Buffer.from(await c.res.arrayBuffer())
  // Hono keeps all other headers of the answer that is replaced.
  const init = { status: res.status, headers: { 'content-type': type } }
  if (plain.length < MIN_BYTES) {
    c.res = new Response(plain, init)
    return
  }
  c.res = new Response(new Uint8Array(await pack(plain)), init)
  c.res.headers.delete('content-length')
  c.res.headers.set('content-encoding', 'gzip')
}
