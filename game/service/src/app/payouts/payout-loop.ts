import { toWei } from '@bullring/prediction/units'
import { followChain } from '@bullring/server/chain/follow-chain'
import { errorSummary } from '@bullring/server/error-summary'
import { privateKeyToAccount } from 'viem/accounts'
import type { Database } from '../../db/open-database.ts'
import { createPayOut } from '../../keeper/pay-out.ts'
import { type DueRound, payWinnings } from '../../keeper/pay-winnings.ts'
import type { RoundSnapshot } from '../../market/round-rules.ts'
import {
  correctCost,
  findNewestSwitch,
  findUnpaid,
  prunePayouts,
  recordPayouts,
  recordServed,
  takeFromBudget,
  type UnpaidBet,
} from '../../payouts/payouts.queries.ts'
import type { GameDeps } from '../game-operations.ts'
import type { Loop } from '../loops/loop.ts'
import { findDecided, openEpoch } from '../markets/decided-rounds.ts'
import type { Keeper, Market } from '../markets/market.ts'
import { canPayOut, oldestPaidEpoch } from './paid-rounds.ts'

/** Interval in which rounds are looked for. */
const POLL_MS = 1_000

/** A reorg may have undone payments: all rounds are checked again then. */
const FORGET_MS = 600_000

/** Interval in which it is recorded that payments are made: well below the time after which they count as ended. */
const SERVE_MS = 30_000

type PayoutDeps = Pick<GameDeps, 'config' | 'log' | 'db' | 'markets' | 'client'> & {
  keeper: Keeper | null
}

/** Sends winnings in all markets whose contract can, if this process has a keeper and the operator allows it. */
export function payoutLoop(deps: PayoutDeps): Loop {
  const { config, db, keeper, log, markets } = deps
  return async (signal) => {
    const limits = config.keeper?.payouts
    if (keeper === null || limits == null) return
    const payers = new WeakMap<Market, Pay>()
    const step = async (until: AbortSignal) => {
      const newestSwitch = await findNewestSwitch(db)
      for (const market of markets.open()) {
        if (!market.head.hasReached || !canPayOut(market)) continue
        const pay = payers.get(market) ?? createPayer(deps, keeper, market, limits)
        payers.set(market, pay)
        await pay(newestSwitch, until)
      }
      return 'soon' as const
    }
    const onFailure = (error: unknown, attempt: number) =>
      log.warn({ error: errorSummary(error), attempt }, 'sending winnings failed, retrying')
    await keeper.leadership.whileLeading(
      (until) => followChain(() => step(until), { pollIntervalMs: POLL_MS, onFailure }, until),
      signal,
    )
  }
}

/** @param newestSwitch - Changes whenever an account is switched on; 0 while none is. */
type Pay = (newestSwitch: number, signal: AbortSignal) => Promise<void>

type Limits = { dailyBudget: bigint; maxFeePerGas: bigint }

function createPayer(
  { config, db, client, log, markets }: PayoutDeps,
  { sender }: Keeper,
  market: Market,
  { dailyBudget, maxFeePerGas }: Limits,
): Pay {
  const { symbol, predictionAddress: prediction } = market.config
  const { payouts } = market.health.metrics
  const privateKey = config.keeper?.privateKey ?? '0x'
  const account = privateKeyToAccount(privateKey).address
  const due = new DueRounds(db, market)
  const deps = {
    ...createPayOut({ client, prediction, sender, account, maxFeePerGas }),
    markDone: due.markDone,
    takeFromBudget: (cost: bigint) => takeFromBudget(db, cost, dailyBudget),
    correctCost: (difference: bigint) => correctCost(db, difference),
    record: (epoch: number, accounts: readonly UnpaidBet['account'][], isRefused: boolean) =>
      recordPayouts(db, { symbol, epoch, accounts, isRefused }),
    onPaid: payouts.paid,
    onWaiting: payouts.waiting,
    log: markets.slots.length === 1 ? log : log.child({ market: symbol }),
  }
  return (newestSwitch, signal) => {
    const findDue = () => due.find(newestSwitch)
    return payWinnings({ ...deps, findDue }, maxFeePerGas, signal)
  }
}

/** The rounds of a market with unpaid bets. Rounds that are done are not read again for a while. */
class DueRounds {
  readonly #db: Database
  readonly #market: Market
  readonly #done = new Set<number>()
  #newestSwitch = 0
  #oldest = 0
  #forgotAtMs = Number.NEGATIVE_INFINITY
  #servedAtMs = Number.NEGATIVE_INFINITY

  constructor(db: Database, market: Market) {
    this.#db = db
    this.#market = market
  }

  async find(newestSwitch: number): Promise<DueRound[]> {
    const { config } = this.#market
    await this.#serve()
    this.#forget(newestSwitch)
    const [oldest, newest] = await Promise.all([
      oldestPaidEpoch(this.#market),
      openEpoch(this.#market),
    ])
    if (oldest !== this.#oldest) await prunePayouts(this.#db, config.symbol, oldest)
    this.#oldest = oldest
    if (newestSwitch === 0) return []
    const unpaid = await findUnpaid(this.#db, config, { from: oldest, before: newest })
    const open = unpaid.filter(({ epoch }) => !this.#done.has(epoch))
    if (open.length === 0) return []
    const byRound = Map.groupBy(open, ({ epoch }) => epoch)
    const decided = await findDecided(this.#market, [...byRound.keys()])
    return [...byRound].flatMap(([epoch, bets]) => {
      const round = decided.get(epoch)
      return round === undefined ? [] : [{ epoch, payments: paymentsOf(bets, round) }]
    })
  }

  readonly markDone = (epoch: number): void => {
    this.#done.add(epoch)
  }

  async #serve(): Promise<void> {
    const nowMs = performance.now()
    if (nowMs - this.#servedAtMs < SERVE_MS) return
    await recordServed(this.#db, this.#market.config.symbol)
    this.#servedAtMs = nowMs
  }

  /** An account that has just been switched on may have won before. */
  #forget(newestSwitch: number): void {
    const nowMs = performance.now()
    if (newestSwitch === this.#newestSwitch && nowMs - this.#forgotAtMs < FORGET_MS) return
    this.#done.clear()
    this.#newestSwitch = newestSwitch
    this.#forgotAtMs = nowMs
  }
}

/** Lost bets have nothing to collect. */
function paymentsOf(unpaid: readonly UnpaidBet[], round: RoundSnapshot) {
  return unpaid.flatMap(({ account, position, amount: stake }) => {
    const bet = { position, amount: toWei(stake), isClaimed: false }
    const amount = round.resultOf(bet).claimAmount
    return amount > 0n ? { account, amount } : []
  })
}
