import { HttpError } from '@bullring/server/http/http-error'
import type { Address } from 'viem'

/** An account gets coins once in this time. */
const COOLDOWN_SECONDS = 60

/** The account was served a moment ago. */
export class FaucetCooldownError extends HttpError {
  override readonly name = 'FaucetCooldownError'
  readonly code = 'faucet.cooldown'
  readonly status = 429
  override readonly isRetryable = true
  override readonly headers: Readonly<Record<string, string>>

  constructor(secondsLeft: number) {
    super(`This account was served already. Try again in ${secondsLeft} s.`)
    this.headers = { 'retry-after': String(secondsLeft) }
  }
}

/** Remembers who was served, no longer than it has to. */
export class FaucetCooldown {
  readonly #servedAtMs = new Map<Address, number>()

  /** @throws {FaucetCooldownError} when `account` has to wait. */
  take(account: Address, nowMs: number): void {
    const expiredMs = nowMs - COOLDOWN_SECONDS * 1_000
    for (const [served, atMs] of this.#servedAtMs) {
      if (atMs > expiredMs) break
      this.#servedAtMs.delete(served)
    }
    const servedAtMs = this.#servedAtMs.get(account)
    if (servedAtMs !== undefined) {
      throw new FaucetCooldownError(Math.ceil((servedAtMs - expiredMs) / 1_000))
    }
    this.#servedAtMs.set(account, nowMs)
  }

  /** Forgets a service that failed. */
  release(account: Address): void {
    this.#servedAtMs.delete(account)
  }
}
