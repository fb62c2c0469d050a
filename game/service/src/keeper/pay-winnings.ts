import type { Logger } from 'pino'
import type { Address } from 'viem'

/** Amount that an account can collect from a round. */
type DuePayment = { account: Address; amount: bigint }

/** The unpaid bets of a decided round. */
export type DueRound = { epoch: number; payments: readonly DuePayment[] }

/** State of a bet in the contract: `waiting` until the chain, too, has decided its round. */
type PaymentState = 'collectable' | 'paid' | 'waiting'

/** A mined transaction, with its cost in wei. A reverted one has paid no one. */
type SentPayments = { paid: readonly Address[]; cost: bigint; isReverted: boolean }

export type PayerDeps = {
  /**
   * Finds the decided rounds that have unpaid bets of accounts that are to be sent their winnings, oldest first. Skips those
   * that `markDone` was called for.
   */
  findDue: () => Promise<readonly DueRound[]>
  /** Records that nothing is left to pay in a round. */
  markDone: (epoch: number) => void
  stateOf: (epoch: number, account: Address) => Promise<PaymentState>
  /** Price per gas now, in wei. */
  gasPrice: () => Promise<bigint>
  estimateGas: (epoch: number, accounts: readonly Address[]) => Promise<bigint>
  /** Takes wei from what is left for today. Returns false when it is not enough. */
  takeFromBudget: (cost: bigint) => Promise<boolean>
  /** Corrects what was taken, once the cost is known. */
  correctCost: (difference: bigint) => Promise<void>
  /** Pays in one transaction. Null when it was not mined: it may be sent again. */
  pay: (
    epoch: number,
    accounts: readonly Address[],
    signal: AbortSignal,
  ) => Promise<SentPayments | null>
  record: (epoch: number, accounts: readonly Address[], isRefused: boolean) => Promise<void>
  /** Reports what was sent, what was refused, and how many payments wait for cheaper gas or the next day. */
  onPaid: (sent: number, refused: number) => void
  onWaiting: (payments: number) => void
  log: Logger
}

/** Payments per transaction: at most about a tenth of a block's gas, should all of them use what they may. */
const BATCH_SIZE = 25

/** About the gas of one payment. One that is worth less is left to be collected with others. */
const GAS_OF_PAYMENT = 40_000n

/** Sends accounts what they can collect, each at most once per round, within the limits of gas price and budget. */
export async function payWinnings(
  deps: PayerDeps,
  maxFeePerGas: bigint,
  signal: AbortSignal,
): Promise<void> {
  let waiting = 0
  for (const { epoch, payments } of await deps.findDue()) {
    if (signal.aborted) return
    const unpaid = await payRound(deps, { epoch, payments, maxFeePerGas }, signal)
    if (unpaid === 0) deps.markDone(epoch)
    waiting += unpaid
  }
  deps.onWaiting(waiting)
}

/** Returns how many payments are left. */
async function payRound(
  deps: PayerDeps,
  { epoch, payments, maxFeePerGas }: DueRound & { maxFeePerGas: bigint },
  signal: AbortSignal,
): Promise<number> {
  let left = payments.length
  for (let start = 0; start < payments.length; start += BATCH_SIZE) {
    if (signal.aborted) return left
    const gasPrice = await deps.gasPrice()
    if (gasPrice > maxFeePerGas) return left
    const batch = payments.slice(start, start + BATCH_SIZE)
    const worthwhile = batch.filter(({ amount }) => amount > gasPrice * GAS_OF_PAYMENT)
    left -= batch.length - worthwhile.length
    const handled = await payBatch(
      deps,
      { epoch, accounts: worthwhile.map(({ account }) => account), gasPrice },
      signal,
    )
    left -= handled
  }
  return left
}

/** Returns how many payments need no further attempt. */
async function payBatch(
  deps: PayerDeps,
  { epoch, accounts, gasPrice }: { epoch: number; accounts: readonly Address[]; gasPrice: bigint },
  signal: AbortSignal,
): Promise<number> {
  const states = await Promise.all(accounts.map((account) => deps.stateOf(epoch, account)))
  // The index may be behind the chain, also after this process was killed between sending and recording.
  const paidBefore = accounts.filter((_, index) => states[index] === 'paid')
  const due = accounts.filter((_, index) => states[index] === 'collectable')
  if (due.length === 0) return paidBefore.length
  const sent = await payWithinBudget(deps, { epoch, due, gasPrice }, signal)
  if (sent === null) return paidBefore.length
  if (sent.isReverted && due.length > 1) {
    // One account may need more gas than was estimated: it must not keep the others from being paid.
    let handled = paidBefore.length
    for (const account of due)
      handled += await payBatch(deps, { epoch, accounts: [account], gasPrice }, signal)
    return handled
  }
  const refused = due.filter((account) => !sent.paid.includes(account))
  await deps.record(epoch, sent.paid, false)
  await deps.record(epoch, refused, true)
  deps.onPaid(sent.paid.length, refused.length)
  deps.log.info(
    { epoch, sent: sent.paid.length, refused: refused.length, cost: sent.cost.toString() },
    'winnings sent',
  )
  return paidBefore.length + due.length
}

/** Returns null when the budget is spent, or when nothing was mined. */
async function payWithinBudget(
  deps: PayerDeps,
  { epoch, due, gasPrice }: { epoch: number; due: readonly Address[]; gasPrice: bigint },
  signal: AbortSignal,
): Promise<SentPayments | null> {
  const estimate = (await deps.estimateGas(epoch, due)) * gasPrice
  if (!(await deps.takeFromBudget(estimate))) return null
  let cost = 0n
  try {
    const sent = await deps.pay(epoch, due, signal)
    cost = sent?.cost ?? 0n
    return sent
  } finally {
    // A transaction that was not mined has cost nothing: the next one takes its nonce.
    await deps.correctCost(cost - estimate)
  }
}
