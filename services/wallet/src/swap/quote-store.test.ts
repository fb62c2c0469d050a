import { describe, expect, test } from 'vitest'
import { QuoteExpiredError } from './errors.ts'
import { createQuoteStore } from './quote-store.ts'

const swap = { chainId: 56, from: '0xA', to: '0xB', amount: 5n } as const

describe('createQuoteStore', () => {
  test('finds a quote for 30 seconds', () => {
    let nowMs = 1_000_000
    const quotes = createQuoteStore(() => nowMs)
    const { id, expiresAt } = quotes.add({ ...swap, toAmount: 7n })
    expect(expiresAt).toBe(1_030)
    nowMs += 29_999
    expect(quotes.find(id, swap).toAmount).toBe(7n)
    nowMs += 1
    expect(() => quotes.find(id, swap)).toThrow(QuoteExpiredError)
  })

  test('error: finds no quote for another swap', () => {
    const quotes = createQuoteStore(() => 0)
    const { id } = quotes.add({ ...swap, toAmount: 7n })
    for (const other of [{ amount: 6n }, { chainId: 97 }, { from: '0xC' }, { to: '0xC' }] as const)
      expect(() => quotes.find(id, { ...swap, ...other })).toThrow(QuoteExpiredError)
    expect(() => quotes.find('unknown', swap)).toThrow(QuoteExpiredError)
  })
})
