import { hasBearerToken } from '@bullring/server/http/bearer-token'
import { clientIp } from '@bullring/server/http/client-ip'
import { UnknownPathError } from '@bullring/server/http/errors'
import type { RateLimiter } from '@bullring/server/http/rate-limit'
import type { Context } from 'hono'
import { type Address, isAddressEqual } from 'viem'
import { NotOperatorError } from '../http/errors.ts'

export type OperatorAccessDeps = {
  /** Callers with this token are the operator; null for none. */
  token: string | null
  /** Account that is signed in with the request's token; null for none. Null itself where no one can sign in. */
  signedIn: ((c: Context) => Promise<Address | null>) | null
  /** Accounts that may change a market, as its contract says. */
  owners: () => Promise<readonly Address[]>
  /** Attempts that an IP address has a minute. */
  attempts: Pick<RateLimiter, 'take' | 'giveBack'>
  proxies: number
}

/**
 * Creates the check of whether a request is the operator's: by the token, or by the session of an owner.
 *
 * @throws {UnknownPathError} where neither can be.
 * @throws {RateLimitedError} after too many attempts that failed.
 * @throws {NotOperatorError}
 */
export function operatorAccess({
  token,
  signedIn,
  owners,
  attempts,
  proxies,
}: OperatorAccessDeps): (c: Context) => Promise<void> {
  const isOwner = async (c: Context) => {
    const account = signedIn && (await signedIn(c))
    if (account === null) return false
    return (await owners()).some((owner) => isAddressEqual(owner, account))
  }
  return async (c) => {
    if (token === null && signedIn === null) throw new UnknownPathError()
    if (c.req.header('authorization') === undefined) throw new NotOperatorError()
    const ip = clientIp(c, proxies)
    // Counted before the check, so that attempts at the same time count too.
    attempts.take(ip, Date.now())
    if (!hasBearerToken(c, token) && !(await isOwner(c))) throw new NotOperatorError()
    attempts.giveBack(ip)
  }
}
