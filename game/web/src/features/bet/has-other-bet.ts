import type { Config } from 'wagmi'
import { sleep } from '#browser/sleep.ts'
import { loadContract } from '#chain/contract/load-contract.ts'
import { loadFailure } from '#chain/contract/load-failure.ts'
import type { Market } from '#chain/contract/market.ts'
import type { NewBet } from '#chain/contract/prediction-contract.ts'

/** Errors of nodes for a nonce that another tab has just used: Geth, anvil through viem. */
const NONCE_TAKEN = /nonce|underpriced|already known|transaction creation failed/i

/** The other transaction may need the next block. */
const CHECK_MS = 1_000

/** Returns whether a bet failed because the account has just bet on the round in another tab. */
export async function hasOtherBet(
  error: unknown,
  config: Config,
  market: Market,
  bet: NewBet,
): Promise<boolean> {
  const { kind, message, revert } = await loadFailure(error)
  if (revert?.errorName === 'BetAlreadyPlaced') return true
  // A transaction that reverts when it is mined has no reason.
  const checks = kind === 'reverted' ? 1 : kind === 'unknown' && NONCE_TAKEN.test(message) ? 5 : 0
  const { readHasBet } = await loadContract()
  for (let check = 0; check < checks; check += 1) {
    if (check > 0) await sleep(CHECK_MS)
    if (await readHasBet(config, market, bet).catch(() => false)) return true
  }
  return false
}
