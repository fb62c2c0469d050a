import type { NftTransfer, TransactionTransfer } from '@bullring/wallet-api/blockchain-api/history'
import type { AnyTransaction } from '@bullring/wallet-api/blockchain-api/history-page'
import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import { decimalText, formatUsd } from '../amount/amount-text.ts'

/** Decimals of the amounts in a list, and of bought amounts. */
const AMOUNT_DECIMALS = 3
const BOUGHT_DECIMALS = 6

/** A month of transactions, newest first. */
export type TransactionMonth = {
  /** "2026-11": unique, and older months sort first. */
  key: string
  year: number
  /** 0 is January. */
  month: number
  transactions: readonly AnyTransaction[]
}

/** Drops transactions of other chains, and transactions with spam transfers only (R-ACTIVITY-4). */
export function shownTransactions(
  transactions: readonly AnyTransaction[],
  chainId: number,
): readonly AnyTransaction[] {
  return transactions.filter(
    ({ metadata, transfers }) =>
      metadata.chain === toCaipNetworkId(chainId) && !transfers.every(isSpam),
  )
}

function isSpam(transfer: TransactionTransfer): boolean {
  return 'nft_info' in transfer && transfer.nft_info.flags.is_spam
}

function withoutSpam(transfers: readonly TransactionTransfer[]): TransactionTransfer[] {
  return transfers.filter((transfer) => !isSpam(transfer))
}

function nameOf({ nft_info }: NftTransfer): string {
  return nft_info.name ?? 'Collectible'
}

/** Groups by year and month in local time, newest first (R-ACTIVITY-3). */
export function groupByMonth(transactions: readonly AnyTransaction[]): readonly TransactionMonth[] {
  const newestFirst = [...transactions].sort(
    (one, other) => Date.parse(other.metadata.minedAt) - Date.parse(one.metadata.minedAt),
  )
  const months = Map.groupBy(newestFirst, ({ metadata }) => monthKey(new Date(metadata.minedAt)))
  return [...months].map(([key, inMonth]) => {
    const [year = 0, month = 1] = key.split('-').map(Number)
    return { key, year, month: month - 1, transactions: inMonth }
  })
}

function monthKey(date: Date): string {
  return `${date.getFullYear()}-${`${date.getMonth() + 1}`.padStart(2, '0')}`
}

/** Returns "November", with the year unless it is the current one. */
export function monthTitle({ year, month }: TransactionMonth, now: Date, locale?: string): string {
  return new Date(year, month).toLocaleDateString(locale, {
    month: 'long',
    year: year === now.getFullYear() ? undefined : 'numeric',
  })
}

/**
 * Returns the verb of a transaction: "Sent".
 *
 * @param verbs - Past tenses by transaction type, like `TRANSACTION_VERBS`.
 */
export function verbOf(
  { metadata: { operationType } }: AnyTransaction,
  verbs: Readonly<Record<string, string>>,
): string {
  const verb = verbs[operationType] ?? operationType
  return verb.charAt(0).toUpperCase() + verb.slice(1)
}

/** Returns the amounts that moved, with their signs: "+1.5 BNB". A swap has one of each sign. */
export function amountsOf({ transfers }: AnyTransaction): readonly string[] {
  return withoutSpam(transfers).map(amountOf)
}

/** Name and picture of the first NFT of a transaction that moved nothing else; null for others. */
export function pictureOf({ transfers }: AnyTransaction): { name: string; url: string } | null {
  const shown = withoutSpam(transfers)
  if (!shown.every((transfer) => 'nft_info' in transfer)) return null
  const first = shown[0]
  if (first === undefined) return null
  return { name: nameOf(first), url: first.nft_info.content?.preview?.url ?? '' }
}

/** Returns the value that a transaction moved, for a swap the value received: "$12.50". Null without a price. */
export function worthOf({ transfers }: AnyTransaction): string | null {
  const coins = transfers.filter((transfer) => 'fungible_info' in transfer)
  const received = coins.filter(({ direction }) => direction === 'in')
  const values = (received.length > 0 ? received : coins).map(({ value }) => value)
  const known = values.filter((value) => value !== undefined)
  if (known.length === 0 || known.length < values.length) return null
  return formatUsd(known.reduce((sum, value) => sum + value, 0))
}

/** Returns the yield of a purchase: "0.0625 BNB". */
export function boughtText({ transfers }: AnyTransaction): string {
  return transfers
    .filter((transfer) => 'fungible_info' in transfer)
    .map(
      ({ quantity, fungible_info: { symbol } }) =>
        `${decimalText(quantity.numeric, BOUGHT_DECIMALS)} ${symbol}`,
    )
    .join(', ')
}

/** Returns the state of a transaction or purchase. */
export function transactionState({
  metadata: { status },
}: AnyTransaction): 'confirmed' | 'pending' | 'failed' {
  switch (status) {
    case 'ONRAMP_TRANSACTION_STATUS_SUCCESS':
      return 'confirmed'
    case 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS':
      return 'pending'
    case 'ONRAMP_TRANSACTION_STATUS_FAILED':
      return 'failed'
    default:
      return status
  }
}

const SIGNS = { in: '+', out: '−', self: '' } as const

function amountOf(transfer: TransactionTransfer): string {
  const sign = SIGNS[transfer.direction]
  if ('nft_info' in transfer) {
    const { numeric } = transfer.quantity
    return `${sign}${numeric === '1' ? '' : `${numeric} × `}${nameOf(transfer)}`
  }
  const amount = decimalText(transfer.quantity.numeric, AMOUNT_DECIMALS)
  const { symbol } = transfer.fungible_info
  return amount.startsWith('<') ? `${amount} ${symbol}` : `${sign}${amount} ${symbol}`
}
