import { defineHttpError } from '@bullring/server/http/http-error'
import type { Address } from 'viem'

/** An account receives coins once in this time. */
const COOLDOWN_SECONDS = 60

/** The account received coins a moment ago. */
export const FaucetCooldownError = defineHttpError({
  name: 'FaucetCooldownError',
  code: 'faucet.cooldown',
  status: 429,
  isRetryable: true,
  message: (secondsLeft: number) =>
    `This account has just received coins. Try again in ${secondsLeft} s.`,
  headers: (secondsLeft) => ({ 'retry-after': String(secondsLeft) }),
})

/** Remembers which accounts received coins within the cooldown. */
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

  /** Ends the cooldown of an account whose transaction failed. */
  release(account: Address): void {
    this.#servedAtMs.delete(account)
  }
}
