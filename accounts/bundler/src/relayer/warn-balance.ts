import { type Address, formatEther } from 'viem'

/** Interval between two warnings while the balance is low. */
const REPEAT_MS = 60 * 60 * 1_000

type WarningDeps = {
  log: { warn: (facts: object, message: string) => void }
  /** The relayer, which needs coins. */
  address: Address
  nowMs: () => number
}

/** Returns a function that warns once an hour while the balance in wei is below the least one. */
export function createBalanceWarning({ log, address, nowMs }: WarningDeps) {
  let warnedAtMs: number | null = null
  return (balance: bigint, least: bigint): void => {
    if (balance >= least) {
      warnedAtMs = null
      return
    }
    if (warnedAtMs !== null && nowMs() - warnedAtMs < REPEAT_MS) return
    warnedAtMs = nowMs()
    const facts = { address, balanceBnb: formatEther(balance), leastBnb: formatEther(least) }
    log.warn(facts, 'relayer balance low')
  }
}
