import { randomBytes } from 'node:crypto'
import { maxUint256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { QuoteExpiredError } from './errors.ts'
import { createSignedQuotes } from './signed-quotes.ts'

const KEY = randomBytes(32)
const swap = { chainId: 56, from: '0xA', to: '0xB', amount: 5n } as const

describe('createSignedQuotes', () => {
  test('reads a quote for 30 seconds, also where another process signed it', () => {
    let nowMs = 1_000_000
    const { id, expiresAt } = createSignedQuotes(KEY, () => nowMs).sign(swap, 7n)
    const { read } = createSignedQuotes(KEY, () => nowMs)
    expect(expiresAt).toBe(1_030)
    nowMs += 29_999
    expect(read(id, swap)).toBe(7n)
    nowMs += 1
    expect(() => read(id, swap)).toThrow(QuoteExpiredError)
  })

  test('signs every amount', () => {
    const { sign, read } = createSignedQuotes(KEY, () => 0)
    for (const amount of [0n, 1n, 256n, maxUint256]) {
      expect(read(sign(swap, amount).id, swap)).toBe(amount)
    }
  })

  test('error: reads no quote for another swap, of another service, or changed', () => {
    const { sign, read } = createSignedQuotes(KEY, () => 0)
    const { id } = sign(swap, 7n)
    for (const other of [{ amount: 6n }, { chainId: 97 }, { from: '0xC' }, { to: '0xC' }] as const)
      expect(() => read(id, { ...swap, ...other })).toThrow(QuoteExpiredError)
    const foreign = createSignedQuotes(randomBytes(32), () => 0).sign(swap, 7n).id
    const bytes = Buffer.from(id, 'base64url')
    const changed = [...bytes].map((byte, at) =>
      Buffer.from(bytes.with(at, byte ^ 1)).toString('base64url'),
    )
    for (const wrong of [foreign, '', 'unknown', id.slice(0, -4), `${id}AAAA`, ...changed]) {
      expect(() => read(wrong, swap)).toThrow(QuoteExpiredError)
    }
  })
})
