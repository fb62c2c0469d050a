import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import { JSON_TYPE } from '../request/json-type.ts'

const zip = promisify(gzip)

/** Shorter responses become no smaller. */
const MIN_BYTES = 1_024

/** Takes the event loop less than a millisecond. The way through another thread takes longer than the compression. */
const MAX_SYNC_BYTES = 65_536

/**
 * Compresses JSON of 1 KiB and more, and sets the length of JSON. Files and event streams pass unchanged. Hono's `compress`
 * sends each response through a stream, which takes three times as long for one of 24 KB.
 */
export const compressJson: MiddlewareHandler = async (c, next) => {
  await next()
  const { headers, body } = c.res
  if (body === null || !JSON_TYPE.test(headers.get('content-type') ?? '')) return
  const isEncoded = headers.has('content-encoding')
  if (isEncoded && headers.has('content-length')) return
  const bytes = Buffer.from(await c.res.arrayBuffer())
  const isLong = bytes.length >= MIN_BYTES && !isEncoded
  const isZipped = isLong && acceptsGzip(c.req.header('accept-encoding'))
  const sent = isZipped ? await compress(bytes) : bytes
  c.res = new Response(sent, c.res)
  c.res.headers.set('content-length', `${sent.length}`)
  if (isLong) c.res.headers.append('vary', 'Accept-Encoding')
  if (isZipped) c.res.headers.set('content-encoding', 'gzip')
}

async function compress(bytes: Buffer): Promise<Buffer<ArrayBuffer>> {
  return bytes.length <= MAX_SYNC_BYTES ? gzipSync(bytes) : await zip(bytes)
}

function acceptsGzip(accepted: string | undefined): boolean {
  const types = accepted === undefined ? [] : parseAccept(accepted)
  const found =
    types.find(({ type }) => type.toLowerCase() === 'gzip') ??
    types.find(({ type }) => type === '*')
  return found !== undefined && found.q > 0
}
