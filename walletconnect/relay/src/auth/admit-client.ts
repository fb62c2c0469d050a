import type { IncomingMessage } from 'node:http'
import { isLoopbackHost, requestedHost } from '@bullring/server/http/site-hosts'
import { queryOf } from '../http/query-of.ts'
import { callerAddress, isThisMachine } from '../limits/caller-address.ts'
import { AuthError } from './auth-error.ts'
import type { Client } from './client.ts'
import { verifyToken } from './verify-token.ts'

export type AdmissionRules = {
  /** URLs of this relay in tokens; empty for the host of the request, on this machine only. */
  audiences: readonly string[]
  /** Empty for any. */
  projectIds: readonly string[]
  /** Origins of pages that may connect; empty for any. */
  origins: readonly string[]
  /** Number of proxies in front. */
  proxies: number
  nowMs: () => number
}

/**
 * Finds out which client sends a request: by its token in `auth` or in the Authorization header.
 *
 * @throws {AuthError}
 */
export async function admitClient(
  request: IncomingMessage,
  rules: AdmissionRules,
): Promise<Client> {
  const query = queryOf(request)
  checkOrigin(request.headers.origin, rules.origins)
  checkProject(query.get('projectId') ?? '', rules.projectIds)
  const token = query.get('auth') ?? bearerOf(request.headers.authorization)
  if (!token) throw new AuthError('MissingJwt')
  return await verifyToken(token, {
    isAudience: (url) => isAudience(url, request, rules),
    nowMs: rules.nowMs,
  })
}

/** A token for another relay would let its operator act as the client here. */
function isAudience(
  url: string,
  request: IncomingMessage,
  { audiences, proxies }: AdmissionRules,
): boolean {
  if (audiences.length > 0) return audiences.includes(url)
  const named = URL.parse(url)?.host
  const isHere = named === requestedHost(request.headers, proxies) && isLoopbackHost(named)
  // Anyone may send a Host header that names this machine.
  return isHere && isThisMachine(callerAddress(request, proxies))
}

/** Programs other than browsers send no origin. */
function checkOrigin(origin: string | undefined, allowed: readonly string[]): void {
  if (allowed.length === 0 || origin === undefined || allowed.includes(origin)) return
  throw new AuthError('OriginNotAllowed')
}

function checkProject(id: string, known: readonly string[]): void {
  if (known.length === 0 || known.includes(id)) return
  throw new AuthError(id === '' ? 'ProjectIdNotSpecified' : 'ProjectNotFound')
}

function bearerOf(header = ''): string {
  return /^Bearer (\S+)$/i.exec(header)?.[1] ?? ''
}
