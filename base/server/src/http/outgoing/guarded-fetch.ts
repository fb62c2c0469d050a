import {
  type ClientRequest,
  Agent as HttpAgent,
  type RequestOptions,
  request as requestHttp,
} from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { RefusedTargetError, UnusableResponseError } from '../errors/errors.ts'
import { isLoopbackHost } from '../server/site-hosts.ts'
import { isPublicAddress } from './public-address.ts'
import { createNameResolver, type ResolveName } from './resolve-name.ts'

export type GuardedOptions = {
  /** The operator named the target: it may be local and without TLS. */
  isConfigured: boolean
  /** Time limit from the name lookup to the end of the body. */
  timeoutMs: number
  maxBytes?: number
  /** Accept header, by default JSON. */
  accept?: string
  signal?: AbortSignal
  /** Resolves names of targets that are not configured. Replaced in tests. */
  resolveName?: ResolveName
}

const resolvePublicName = createNameResolver()

const MAX_BYTES = 8 * 1_024 * 1_024

/** No connection is reused: each one goes to an address that was checked for its request. */
const NEW_CONNECTION = { keepAlive: false } as const

/**
 * Sends a GET request to another server and returns the body of its response as text. Services send every
 * request through this function whose URL is not that of one of the operator's nodes.
 *
 * A target that the operator did not configure must have an https URL and public addresses only. The
 * connection goes to an address that was checked, so a name that resolves differently a moment later
 * (DNS rebinding) gains nothing. Redirects are refused, and size and time are limited.
 *
 * @throws {RefusedTargetError} when the target may not be reached.
 * @throws {UnusableResponseError} for a status other than 200, or a body that is too large.
 */
export async function guardedFetch(url: string | URL, options: GuardedOptions): Promise<string> {
  return (await guardedFetchBytes(url, options)).toString()
}

/** Like {@link guardedFetch}, but returns the body as it is. */
export async function guardedFetchBytes(
  url: string | URL,
  options: GuardedOptions,
): Promise<Buffer> {
  const { target, guard } = guardTarget(url, options)
  const headers = { accept: options.accept ?? 'application/json' }
  const request = openRequest(target, { ...guard, headers })
  request.end()
  // Redirects are another status too.
  const isUsable = (status: number) => status === 200
  return (await receive(request, isUsable, options.maxBytes ?? MAX_BYTES)).body
}

export type GuardedRequest = {
  method: 'GET' | 'POST'
  headers?: Headers
  /** Sent as JSON. */
  json?: unknown
}

/**
 * Sends a request to another server under the same rules and returns status and body of its response, whatever the status
 * is. Redirects are not followed.
 *
 * @throws {RefusedTargetError} when the target may not be reached.
 * @throws {UnusableResponseError} for a body that is too large.
 */
export async function guardedRequest(
  url: string | URL,
  { method, headers, json, ...options }: GuardedOptions & GuardedRequest,
): Promise<{ status: number; text: string }> {
  const { target, guard } = guardTarget(url, options)
  const body = json === undefined ? undefined : Buffer.from(JSON.stringify(json))
  const request = openRequest(target, {
    ...guard,
    method,
    headers: {
      accept: options.accept ?? 'application/json',
      ...headers,
      ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
    },
  })
  request.end(body)
  const response = await receive(request, () => true, options.maxBytes ?? MAX_BYTES)
  return { status: response.status, text: response.body.toString() }
}

/**
 * Posts a body to another server under the same rules and returns the status of its response, whose body is not read.
 *
 * @throws {RefusedTargetError} when the target may not be reached.
 */
export async function guardedPost(
  url: string | URL,
  { headers, body, ...options }: GuardedOptions & { headers: Headers; body: Buffer },
): Promise<number> {
  const { target, guard } = guardTarget(url, options)
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const sent = { ...headers, 'content-length': body.length }
  const request = openRequest(target, { ...guard, method: 'POST', headers: sent })
  request.on('error', reject)
  request.on('response', (response) => {
    resolve(response.statusCode ?? 0)
    response.destroy()
  })
  request.end(body)
  return await promise
}

type Headers = Readonly<Record<string, string>>

/** Returns the options that a request needs to reach `url` under the rules of `options`. */
function guardTarget(
  url: string | URL,
  options: GuardedOptions,
): { target: URL; guard: RequestOptions } {
  const target = new URL(url)
  const { isConfigured, resolveName = resolvePublicName } = options
  if (!isConfigured) requirePublicTarget(target)
  const limit = AbortSignal.timeout(options.timeoutMs)
  const signal = options.signal ? AbortSignal.any([limit, options.signal]) : limit
  const names: RequestOptions = isConfigured ? {} : { lookup: publicLookup(resolveName, signal) }
  return { target, guard: { ...names, signal } }
}

/**
 * Checks what needs no lookup: names are resolved only for hosts that are no IP address.
 *
 * @throws {RefusedTargetError} when the target may not be reached.
 */
export function requirePublicTarget({ protocol, hostname }: URL): void {
  if (protocol !== 'https:') throw new RefusedTargetError('it is not an https URL')
  const host = hostname.replace(/^\[|\]$/g, '')
  const isLocal = isIP(host) === 0 ? isLoopbackHost(host) : !isPublicAddress(host)
  if (isLocal) throw new RefusedTargetError(NOT_PUBLIC)
}

const NOT_PUBLIC = 'its address is not public'

/** Resolves a name and fails unless each of its addresses is public. */
function publicLookup(resolveName: ResolveName, signal: AbortSignal): LookupFunction {
  return (hostname, { all }, callback) => {
    resolveName(hostname, signal).then(
      (addresses) => {
        const [first] = addresses
        const isPublic = addresses.every(({ address }) => isPublicAddress(address))
        if (first === undefined || !isPublic)
          return callback(new RefusedTargetError(NOT_PUBLIC), [])
        return all ? callback(null, addresses) : callback(null, first.address, first.family)
      },
      (error: Error) => callback(error, []),
    )
  }
}

async function receive(
  request: ClientRequest,
  isUsable: (status: number) => boolean,
  maxBytes: number,
): Promise<{ status: number; body: Buffer }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: Buffer }>()
  request.on('error', reject)
  request.on('response', (response) => {
    const status = response.statusCode ?? 0
    const refuse = (reason: string) => {
      reject(new UnusableResponseError(reason))
      request.destroy()
    }
    if (!isUsable(status)) return refuse(`status ${status}`)
    const chunks: Buffer[] = []
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) return refuse(`more than ${maxBytes} bytes`)
      return chunks.push(chunk)
    })
    response.on('end', () => resolve({ status, body: Buffer.concat(chunks) }))
    response.on('error', reject)
    return undefined
  })
  return await promise
}

function openRequest(url: URL, options: RequestOptions): ClientRequest {
  const isSecure = url.protocol === 'https:'
  const agent = isSecure ? new HttpsAgent(NEW_CONNECTION) : new HttpAgent(NEW_CONNECTION)
  const send = isSecure ? requestHttps : requestHttp
  return send(url, { ...options, agent })
}
