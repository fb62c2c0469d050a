import { Round } from '@bullring/game-api/round'
import { type Trade, TradesByUserResponse } from '@bullring/game-api/trades-by-user'
import { formatUnits, PRICE_DECIMALS } from '@bullring/prediction/decimal'
import type { Strike } from '@bullring/prediction/round-state'
import { type Epoch, toEpoch, type UnixSeconds } from '@bullring/prediction/units'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import {
  type AccountSums,
  leaderboardDifferences,
  statsDifferences,
  sumsOf,
} from './compare-sums.ts'
import type { Ledger, LedgerBet } from './ledger.ts'
import { coin, post } from './post.ts'
import type { Watcher } from './watcher.ts'

const PAGE = 200

/** Lists differences between the API at `url` and the ledger: every bet, its result, every account's sums, every round. */
export async function apiDifferences(
  name: string,
  url: string,
  ledger: Ledger,
  now: UnixSeconds,
): Promise<string[]> {
  const differences: string[] = []
  const all: AccountSums[] = []
  for (const [account, bets] of Map.groupBy(ledger.bets, (bet) => bet.account)) {
    const trades = await readTrades(url, account)
    differences.push(...tradeDifferences(`${name}: ${account}`, trades, bets, ledger, now))
    const sums = sumsOf(account, bets, ledger, now)
    all.push(sums)
    differences.push(...(await statsDifferences(name, url, sums)))
  }
  differences.push(...(await leaderboardDifferences(name, url, all)))
  for (const epoch of ledger.epochs) {
    const round = z.parse(Round, await post(url, '/api/round-info', { epoch: Number(epoch) }))
    if (roundText(round) !== expectedRound(ledger, epoch, now))
      differences.push(
        `${name}: round ${roundText(round)}, expected ${expectedRound(ledger, epoch, now)}`,
      )
  }
  return differences
}

/** Lists differences between the state of a client of live events and the ledger. */
export function watcherDifferences(
  name: string,
  watcher: Watcher,
  ledger: Ledger,
  now: UnixSeconds,
): string[] {
  const rounds = [...watcher.rounds.values()].flatMap((round) => {
    const expected = expectedRound(ledger, toEpoch(round.epoch), now)
    return roundText(round) === expected
      ? []
      : [`${name}: round ${roundText(round)}, expected ${expected}`]
  })
  // It has read the newest page at least once.
  const oldest = watcher.trades.size < PAGE ? 0 : Math.min(...watcher.trades.keys())
  const bets = ledger.bets.filter(
    ({ account, epoch }) => account === watcher.account && Number(epoch) >= oldest,
  )
  const trades = [...watcher.trades.values()]
  return [
    ...(rounds.length === 0 && watcher.rounds.size === 0 ? [`${name} knows no round`] : rounds),
    ...tradeDifferences(name, trades, bets, ledger, now),
  ]
}

function tradeDifferences(
  name: string,
  trades: readonly Trade[],
  bets: readonly LedgerBet[],
  ledger: Ledger,
  now: UnixSeconds,
): string[] {
  const expected = new Map(bets.map((bet) => [Number(bet.epoch), expectedTrade(bet, ledger, now)]))
  const differences = trades.flatMap((trade) => {
    const wanted = expected.get(trade.epoch)
    expected.delete(trade.epoch)
    return tradeText(trade) === wanted
      ? []
      : [`${name}: trade ${trade.epoch} ${tradeText(trade)}, expected ${wanted}`]
  })
  return [
    ...differences,
    ...[...expected.keys()].map((epoch) => `${name}: trade ${epoch} is missing`),
  ]
}

function tradeText(trade: Trade): string {
  return [
    trade.direction,
    trade.position_amount,
    trade.win_amount,
    trade.claim_amount,
    trade.returned_amount,
    trade.is_win,
    trade.is_claimed,
    trade.state,
    trade.tx_hash,
  ].join(' ')
}

function expectedTrade(bet: LedgerBet, ledger: Ledger, now: UnixSeconds): string {
  const result = ledger.resultOf(bet, now)
  return [
    bet.position === 'bull' ? 1 : 2,
    coin(bet.amount),
    coin(result.winAmount),
    coin(result.claimAmount),
    coin(result.returnedAmount),
    result.isWin,
    bet.claimedAt !== null,
    ledger.stateOf(bet.epoch, now).kind,
    bet.hash,
  ].join(' ')
}

function roundText(round: Round): string {
  return [
    round.epoch,
    round.bull_amount,
    round.bear_amount,
    round.lock_price,
    round.close_price,
    round.state,
    round.winner,
    round.refund_reason,
  ].join(' ')
}

const WINNERS = { bull: 'up', bear: 'down' } as const

function expectedRound(ledger: Ledger, epoch: Epoch, now: UnixSeconds): string {
  const { bullAmount, bearAmount } = ledger.poolOf(epoch)
  const state = ledger.stateOf(epoch, now)
  return [
    epoch,
    coin(bullAmount),
    coin(bearAmount),
    priceOf(ledger.strikeOf(epoch)),
    priceOf(ledger.strikeOf(toEpoch(epoch + 1n))),
    state.kind,
    state.kind === 'settled' && state.winner !== null ? WINNERS[state.winner] : null,
    state.kind === 'refund' ? state.reason : null,
  ].join(' ')
}

async function readTrades(url: string, account: Address): Promise<Trade[]> {
  const trades: Trade[] = []
  for (;;) {
    const before = trades.at(-1)?.epoch
    const body = { user_address: account, limit: PAGE, before_epoch: before }
    const page = z.parse(TradesByUserResponse, await post(url, '/api/trades-by-user', body))
    trades.push(...page)
    if (page.length < PAGE) return trades
  }
}

function priceOf(strike: Strike): string | null {
  return strike.kind === 'fixed' ? formatUnits(strike.price, PRICE_DECIMALS) : null
}
