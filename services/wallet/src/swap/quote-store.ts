import { randomUUID } from 'node:crypto'
import { QUOTE_SECONDS } from '@bullring/wire/blockchain-api/convert-quotes'
import type { Address } from 'viem'
import { QuoteExpiredError } from './errors.ts'

/** What a caller was quoted. */
export type StoredQuote = {
  chainId: number
  from: Address
  to: Address
  amount: bigint
  toAmount: bigint
}

/** Remembers quotes for as long as they are valid. */
export type QuoteStore = {
  add: (quote: StoredQuote) => { id: string; expiresAt: number }
  /** @throws {QuoteExpiredError} unless there is such a quote for this swap. */
  find: (id: string, swap: Omit<StoredQuote, 'toAmount'>) => StoredQuote
}

const MAX_QUOTES = 20_000

/** Creates a store in memory. */
export function createQuoteStore(nowMs: () => number): QuoteStore {
  const quotes = new Map<string, StoredQuote & { expiresAt: number }>()
  return {
    add: (quote) => {
      const id = randomUUID()
      const expiresAt = Math.floor(nowMs() / 1_000) + QUOTE_SECONDS
      quotes.set(id, { ...quote, expiresAt })
      const [oldest] = quotes.keys()
      if (quotes.size > MAX_QUOTES && oldest !== undefined) quotes.delete(oldest)
      return { id, expiresAt }
    },
    find: (id, swap) => {
      const quote = quotes.get(id)
      const isFor =
        quote?.chainId === swap.chainId &&
        quote.from === swap.from &&
        quote.to === swap.to &&
        quote.amount === swap.amount
      if (quote === undefined || !isFor || quote.expiresAt <= nowMs() / 1_000) {
        throw new QuoteExpiredError()
      }
      return quote
    },
  }
}
