import { fill } from '@bullring/wire/text/fill'
import { maxUint256 } from 'viem'
import { formatAmount } from './format-amount.ts'
import type { ApprovalMessages } from './messages.ts'
import { toVisibleName } from './show-text.ts'

/** The coin of a network. */
export type Coin = { symbol: string; decimals: number }

/** A token's description of itself; null without one. */
export type TokenName = { symbol: string; decimals: number } | null

/** Returns an amount of the coin: "0.5 BNB". */
export function coinText(amount: bigint, { symbol, decimals }: Coin): string {
  return `${formatAmount(amount, decimals)} ${symbol}`
}

/** Returns an amount of a token: "20 CAKE". */
export function tokenText(amount: bigint, token: TokenName, { call }: ApprovalMessages): string {
  return token === null
    ? fill(call.units, { amount: formatAmount(amount, 0) })
    : `${formatAmount(amount, token.decimals)} ${toVisibleName(token.symbol)}`
}

/** Whether an allowance never runs out: apps write that in several ways. */
export function isUnlimited(allowance: bigint): boolean {
  return allowance >= maxUint256 / 2n
}
