import { once } from 'node:events'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'

/** Connects to names as visitors do. */
export type Reach = {
  /** Connects to this address instead of those of the name; null for those. */
  address: string | null
  port: number
  /** Trusts this authority too, in PEM; null for those of Node alone. */
  authority: string | null
  /** Name servers; null for those of the machine. */
  nameServers: readonly string[] | null
}

export type Answer = { status: number; text: string }

/** More than any of these pages has. */
const MOST_BYTES = 100_000

type SiteRequest = {
  host: string
  path: string
  headers?: Record<string, string>
  /** Resolves with the first part of a body that has no end. */
  isStream?: boolean
}

/** Requests a page of a site. */
export async function requestSite(
  { address, port, authority }: Reach,
  { host, path, headers, isStream = false }: SiteRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const attempt = requestTls({
    host: address ?? host,
    port,
    path,
    servername: host,
    agent: false,
    signal,
    headers: { host, ...headers },
    ...(authority !== null && { ca: authority }),
  })
  return await answerTo(attempt, isStream)
}

/** Requests a service on this machine. */
export async function requestLocal(
  { port, path, headers = {} }: { port: number; path: string; headers?: Record<string, string> },
  signal: AbortSignal,
): Promise<Answer> {
  const attempt = requestPlain({ host: '127.0.0.1', port, path, agent: false, signal, headers })
  return await answerTo(attempt, false)
}

async function answerTo(attempt: ClientRequest, isStream: boolean): Promise<Answer> {
  attempt.end()
  const [response] = (await once(attempt, 'response')) as [IncomingMessage]
  try {
    const text = await textOf(response, isStream ? 1 : MOST_BYTES)
    return { status: response.statusCode ?? 0, text }
  } finally {
    response.destroy()
  }
}

/** Reads a body until it has `enough` bytes or ends. */
async function textOf(response: IncomingMessage, enough: number): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response) {
    parts.push(part)
    bytes += part.length
    if (bytes >= enough) break
  }
  return `${Buffer.concat(parts)}`
}
