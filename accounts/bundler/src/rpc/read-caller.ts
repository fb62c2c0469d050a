import { createHash, timingSafeEqual } from 'node:crypto'
import { BUNDLER_HEADERS } from '@bullring/accounts-api/bundler-headers'
import type { JsonRpcCall } from '@bullring/wallet-api/blockchain-api/json-rpc'
import type { Context } from 'hono'
import { parseRevocation, parseSessionCall } from '../chain/session-call-fields.ts'
import { UnknownCallerError, UnknownMethodError } from '../http/errors.ts'
import type { Caller } from '../limits/sponsored-charges.ts'

/** Services that may call. */
type Service = 'custody' | 'wallet'

/** The token of each service; null for one that may not call. */
export type CallerTokens = Record<Service, string | null>

/**
 * Returns the service that has the token of the request.
 *
 * @throws {UnknownCallerError}
 */
export function readService(c: Context, tokens: CallerTokens): Service {
  const [, given = ''] = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
  const isOf = (token: string | null) =>
    token !== null && timingSafeEqual(digestOf(given), digestOf(token))
  if (isOf(tokens.custody)) return 'custody'
  if (isOf(tokens.wallet)) return 'wallet'
  throw new UnknownCallerError()
}

/**
 * Returns the visitor who causes a call. Custody names its user. The wallet service, which strangers reach, names none: an
 * attacker who takes it over could spend the budget of any user. Its calls count for the account that they are signed for.
 *
 * @throws {UnknownCallerError}
 * @throws {BundlerError} for a call that the service may not make.
 */
export function readCaller(c: Context, service: Service, call: JsonRpcCall): Caller {
  const userId =
    service === 'wallet' ? signingUser(call) : (c.req.header(BUNDLER_HEADERS.user) ?? '')
  const ipHash = c.req.header(BUNDLER_HEADERS.ipHash) ?? ''
  const networkHash = c.req.header(BUNDLER_HEADERS.networkHash) ?? null
  if (!isName(userId) || !isName(ipHash)) throw new UnknownCallerError()
  if (networkHash !== null && !isName(networkHash)) throw new UnknownCallerError()
  return { userId, ipHash, networkHash }
}

function signingUser({ method, params }: JsonRpcCall): string {
  if (method === 'bundler_sendSessionCall') return parseSessionCall(params).account.toLowerCase()
  if (method !== 'bundler_revokeSession') throw new UnknownMethodError()
  // Separate from the limit of calls: with a stolen key, a thief could use that up and prevent the revocation.
  return `revoke-${parseRevocation(params).account.toLowerCase()}`
}

function isName(text: string): boolean {
  return /^[\w-]{1,100}$/.test(text)
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
