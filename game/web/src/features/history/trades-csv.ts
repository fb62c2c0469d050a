import { COIN_DECIMALS, formatUnits, PRICE_DECIMALS } from '@bullring/prediction/decimal'
import type { Trade } from '#api/trade/trade.ts'
import { netResultOf, tradeOutcome } from './trade-outcome.ts'

type Column = { name: string; cell: (trade: Trade) => string }

/** Columns of the file. Names are for programs: the same in all languages. */
const COLUMNS: readonly Column[] = [
  { name: 'round', cell: ({ epoch }) => epoch.toString() },
  { name: 'placed_at', cell: ({ placedAt }) => new Date(placedAt * 1_000).toISOString() },
  { name: 'direction', cell: ({ position }) => (position === 'bull' ? 'UP' : 'DOWN') },
  { name: 'stake_bnb', cell: ({ stake }) => bnb(stake) },
  { name: 'result', cell: tradeOutcome },
  { name: 'net_result_bnb', cell: (trade) => optional(netResultOf(trade), bnb) },
  { name: 'returned_bnb', cell: ({ returnedAmount }) => bnb(returnedAmount) },
  { name: 'to_collect_bnb', cell: ({ claimAmount }) => bnb(claimAmount) },
  { name: 'collected', cell: ({ isClaimed }) => (isClaimed ? 'yes' : 'no') },
  { name: 'lock_price_usd', cell: ({ lockPrice }) => optional(lockPrice, usd) },
  { name: 'close_price_usd', cell: ({ closePrice }) => optional(closePrice, usd) },
  { name: 'transaction', cell: ({ transaction }) => transaction },
  { name: 'market', cell: ({ symbol }) => symbol },
]

/** Returns the bets as a CSV file (RFC 4180): amounts exact to the wei, times in UTC. */
export function tradesCsv(trades: readonly Trade[]): string {
  const rows = trades.map((trade) => COLUMNS.map(({ cell }) => csvCell(cell(trade))))
  return [COLUMNS.map(({ name }) => name), ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}

/** Matches text that a spreadsheet would run as a formula, but no numbers. */
const FORMULA = /^(?!-?\d+(\.\d+)?$)[=+\-@\t\r]/

/** Quotes a cell where its text needs it. An apostrophe keeps spreadsheets from running a formula. */
export function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function optional(value: bigint | null, format: (value: bigint) => string): string {
  return value === null ? '' : format(value)
}

function bnb(wei: bigint): string {
  return formatUnits(wei, COIN_DECIMALS)
}

function usd(price: bigint): string {
  return formatUnits(price, PRICE_DECIMALS)
}
