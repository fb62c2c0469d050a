import { createHmac, timingSafeEqual } from 'node:crypto'
import { QUOTE_SECONDS } from '@bullring/wallet-api/blockchain-api/convert-quotes'
import { type Address, bytesToBigInt, toBytes } from 'viem'
import { QuoteExpiredError } from './errors.ts'

/** The swap that a quote is for. */
type QuotedSwap = { chainId: number; from: Address; to: Address; amount: bigint }

/** Issues quotes whose ids contain the quote, so that every node with the same key can check them. */
export type SignedQuotes = {
  /** @param toAmount - What the swap would yield. */
  sign: (swap: QuotedSwap, toAmount: bigint) => { id: string; expiresAt: number }
  /**
   * Returns the quoted yield of the swap.
   *
   * @throws {QuoteExpiredError} unless the id is a valid quote for this swap.
   */
  read: (id: string, swap: QuotedSwap) => bigint
}

const TIME_BYTES = 4
const TAG_BYTES = 16

/** Creates quotes signed with HMAC-SHA-256. An id is base64url of tag, expiry in Unix seconds, and amount. */
export function createSignedQuotes(key: Buffer, nowMs: () => number): SignedQuotes {
  const tagOf = ({ chainId, from, to, amount }: QuotedSwap, quoted: Uint8Array) => {
    const text = [chainId, from, to, amount, Buffer.from(quoted).toString('hex')].join(' ')
    return createHmac('sha256', key).update(text).digest().subarray(0, TAG_BYTES)
  }
  return {
    sign: (swap, toAmount) => {
      const expiresAt = Math.floor(nowMs() / 1_000) + QUOTE_SECONDS
      const quoted = Buffer.concat([toBytes(expiresAt, { size: TIME_BYTES }), toBytes(toAmount)])
      const id = Buffer.concat([tagOf(swap, quoted), quoted]).toString('base64url')
      return { id, expiresAt }
    },
    read: (id, swap) => {
      const bytes = Buffer.from(id, 'base64url')
      const [tag, quoted] = [bytes.subarray(0, TAG_BYTES), bytes.subarray(TAG_BYTES)]
      const isSigned = tag.length === TAG_BYTES && timingSafeEqual(tag, tagOf(swap, quoted))
      // Signed bytes contain a time and an amount.
      if (!isSigned || quoted.readUInt32BE(0) <= nowMs() / 1_000) throw new QuoteExpiredError()
      return bytesToBigInt(quoted.subarray(TIME_BYTES))
    },
  }
}
