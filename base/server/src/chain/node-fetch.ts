import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { ResponseBodyTooLargeError } from 'viem'

export type NodeRequest = {
  method: string
  headers: Headers
  body: string
  signal: AbortSignal | null
  /** Time limit, body included. */
  timeoutMs: number
}

/** More than any response of a node that is useful. */
const MAX_BYTES = 10 * 1_024 * 1_024

/** Most bytes of all responses that are being received at once, in the process's memory. */
const MAX_BYTES_AT_ONCE = 64 * 1_024 * 1_024
let receiving = 0

/** Servers keep idle connections for longer. */
const IDLE_MS = 4_000

const AGENTS = {
  'http:': new HttpAgent({ keepAlive: true, timeout: IDLE_MS }),
  'https:': new HttpsAgent({ keepAlive: true, timeout: IDLE_MS }),
}

const unzip = promisify(gunzip)

/**
 * Sends a request to a node of a chain, over connections that remain open. Does the work of `fetch` for viem
 * at half its CPU time: no streams, and no redirects.
 *
 * @throws {DOMException} named `TimeoutError` after the time limit, or the reason of `signal` when it aborts.
 * @throws {ResponseBodyTooLargeError} for more than 10 MiB, and while all responses together have more than 64 MiB.
 */
export async function nodeFetch(url: string, request: NodeRequest): Promise<Response> {
  const ending = new AbortController()
  const limit = setTimeout(() => {
    ending.abort(new DOMException('The node did not respond in time', 'TimeoutError'))
  }, request.timeoutMs)
  const { signal } = request
  const onAbort = () => ending.abort(signal?.reason)
  if (signal?.aborted === true) onAbort()
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    ending.signal.throwIfAborted()
    return await exchange(new URL(url), request, ending.signal)
  } catch (error) {
    ending.signal.throwIfAborted()
    throw error
  } finally {
    clearTimeout(limit)
    signal?.removeEventListener('abort', onAbort)
  }
}

async function exchange(url: URL, request: NodeRequest, signal: AbortSignal): Promise<Response> {
  try {
    return await toResponse(await open(url, request, { signal, isFresh: false }))
  } catch (error) {
    // The node closed an idle connection in the moment of its reuse.
    if (!(error instanceof StaleConnectionError)) throw error
    return await toResponse(await open(url, request, { signal, isFresh: true }))
  }
}

class StaleConnectionError extends Error {}

/** Sends a request. Resolves with the head of the response. */
function open(
  url: URL,
  { method, headers, body }: NodeRequest,
  { signal, isFresh }: { signal: AbortSignal; isFresh: boolean },
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const isSecure = url.protocol === 'https:'
  const sent = (isSecure ? requestHttps : requestHttp)(url, {
    method,
    signal,
    agent: isFresh ? false : AGENTS[isSecure ? 'https:' : 'http:'],
    headers: {
      ...Object.fromEntries(headers),
      'accept-encoding': 'gzip',
      'content-length': Buffer.byteLength(body),
    },
  })
  sent.on('response', resolve)
  sent.on('error', (cause) => {
    const isStale = sent.reusedSocket && !isFresh && !signal.aborted
    reject(isStale ? new StaleConnectionError('stale connection', { cause }) : cause)
  })
  sent.end(body)
  return promise
}

/** The part of a response that viem reads. */
type TextResponse = Pick<Response, 'ok' | 'status' | 'statusText' | 'headers' | 'text'> & {
  body: null
}

async function toResponse(message: IncomingMessage): Promise<Response> {
  const { statusCode: status = 0, statusMessage: statusText = '' } = message
  const bytes = await readAll(message)
  const isZipped = message.headers['content-encoding'] === 'gzip'
  const text = String(isZipped ? await unzipped(bytes) : bytes)
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers)) headers.set(name, String(value))
  const ok = status >= 200 && status < 300
  const response: TextResponse = {
    ok,
    status,
    statusText,
    headers,
    body: null,
    text: () => Promise.resolve(text),
  }
  return response as Response
}

async function unzipped(bytes: Buffer): Promise<Buffer> {
  try {
    return await unzip(bytes, { maxOutputLength: MAX_BYTES })
  } catch (error) {
    const isTooLarge = error instanceof RangeError
    throw isTooLarge
      ? new ResponseBodyTooLargeError({ maxSize: MAX_BYTES, size: MAX_BYTES + 1 })
      : error
  }
}

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let size = 0
  message.on('data', (chunk: Buffer) => {
    size += chunk.length
    receiving += chunk.length
    chunks.push(chunk)
    if (size <= MAX_BYTES && receiving <= MAX_BYTES_AT_ONCE) return
    message.destroy(new ResponseBodyTooLargeError({ maxSize: MAX_BYTES, size }))
  })
  message.on('end', () => resolve(Buffer.concat(chunks)))
  message.on('error', reject)
  try {
    return await promise
  } finally {
    receiving -= size
  }
}
