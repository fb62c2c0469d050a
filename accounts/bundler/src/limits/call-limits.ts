import { RateLimiter } from '@bullring/server/http/rate-limit'
import { EXPENSIVE_CALL } from '@bullring/server/limits/expensive-call'
import { findPublicChain } from '@bullring/wire/chain/public-chain'
import { TooManyCallsError } from '../http/errors.ts'
import type { Caller } from './sponsored-charges.ts'

/** Methods that simulate at the node. */
const EXPENSIVE_METHODS: ReadonlySet<string> = new Set([
  'eth_estimateUserOperationGas',
  'eth_sendUserOperation',
  'bundler_quoteFees',
  'bundler_sendSessionCall',
  'bundler_revokeSession',
])

/** Call that names its user without proof: strangers could use up the limit of any user. */
const CLAIMED_USER = 'bundler_revokeSession'

/** Shares of the limit of all callers together. Many users of a mobile network share an address. */
const PARTS = { user: 1 / 20, ip: 1 / 4, network: 1 / 2 } as const

/** Calls of all callers together. The index and the keeper may share the node, and need the rest of its capacity. */
const CALLS_PER_MINUTE = 12_000

/** All players of a local chain share one address, and no one pays for its node. */
const LOCAL_CALLS_PER_MINUTE = 120_000

/** Returns how many calls a bundler of a chain takes; a simulation counts 20 times. */
export function callsPerMinute(chainId: number): number {
  return findPublicChain(chainId) === null ? LOCAL_CALLS_PER_MINUTE : CALLS_PER_MINUTE
}

/** Limits the calls per minute of each user, address and IPv6 /48, and of all callers together. */
export class CallLimits {
  readonly #user: RateLimiter
  readonly #ip: RateLimiter
  readonly #network: RateLimiter
  readonly #all: RateLimiter

  /** @param perMinute - For all callers. A simulation counts 20 times. */
  constructor(perMinute: number) {
    this.#user = new RateLimiter(perMinute * PARTS.user)
    this.#ip = new RateLimiter(perMinute * PARTS.ip)
    this.#network = new RateLimiter(perMinute * PARTS.network)
    this.#all = new RateLimiter(perMinute)
  }

  /** @throws {TooManyCallsError} */
  take({ userId, ipHash, networkHash }: Caller, method: string, nowMs: number): void {
    const count = EXPENSIVE_METHODS.has(method) ? EXPENSIVE_CALL : 1
    const isAllowed =
      (method === CLAIMED_USER || this.#user.allows(userId, nowMs, count)) &&
      this.#ip.allows(ipHash, nowMs, count) &&
      (networkHash === null || this.#network.allows(networkHash, nowMs, count)) &&
      this.#all.allows('all', nowMs, count)
    if (!isAllowed) throw new TooManyCallsError()
  }
}
