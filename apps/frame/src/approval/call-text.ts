import { maxUint256 } from 'viem'
import type { TransactionDetails, TransactionSubject } from './approval-request.ts'
import { formatAmount } from './format-amount.ts'
import { toVisibleName } from './show-text.ts'

/** Allowances from here on never run out: apps write them in several ways. */
const UNLIMITED = maxUint256 / 2n

/** What a transaction does, in a headline and a sentence. */
export type CallText = { title: string; detail: string; tone: 'up' | 'down' | 'plain' }

type Coin = { symbol: string; decimals: number }

/** Puts a transaction into words. */
export function describeCall(
  { call, value }: TransactionSubject,
  coin: Coin,
  token: TransactionDetails['token'],
): CallText {
  const coins = `${formatAmount(value, coin.decimals)} ${coin.symbol}`
  switch (call.kind) {
    case 'bet':
      return {
        title: `Bet ${coins} on ${call.side.toUpperCase()}`,
        detail: `${call.symbol} market, round ${call.epoch}. At most ${coins} can be lost.`,
        tone: call.side,
      }
    case 'claim':
      return {
        title: `Collect from ${rounds(call.epochs)}`,
        detail: `${call.symbol} market. Payouts and refunds go to your account.`,
        tone: 'plain',
      }
    case 'transfer':
      return { title: `Send ${coins}`, detail: 'To the account below.', tone: 'plain' }
    case 'token-transfer':
      return {
        title: `Send ${tokens(call.amount, token)}`,
        detail: sendDetail(call.from),
        tone: 'plain',
      }
    case 'token-approval':
      return {
        title: `Let an app spend ${call.amount >= UNLIMITED ? `all your ${tokenName(token)}` : `up to ${tokens(call.amount, token)}`}`,
        detail:
          call.amount >= UNLIMITED
            ? 'The spender below can take them at any time, also what you receive later.'
            : 'The spender below can take them at any time, without asking again.',
        tone: 'plain',
      }
    case 'collection-approval':
      return call.isApproved
        ? {
            title: 'Let an app move a whole collection',
            detail: 'The operator below can take every item of it at any time.',
            tone: 'plain',
          }
        : { title: 'End an app’s access to a collection', detail: '', tone: 'plain' }
    case 'deployment':
      return {
        title: 'Create a contract',
        detail: withCoins('It runs the code below.', value, coins),
        tone: 'plain',
      }
    case 'unknown':
      return {
        title: value > 0n ? `Send ${coins} with a contract call` : 'Call a contract',
        detail:
          'This wallet does not know what the call does. Approve it only if you trust this site.',
        tone: 'plain',
      }
  }
}

function sendDetail(from: string | null): string {
  return from === null ? 'To the account below.' : 'From another account that allowed it.'
}

function withCoins(text: string, value: bigint, coins: string): string {
  return value > 0n ? `${text} You send it ${coins}.` : text
}

function tokens(amount: bigint, token: TransactionDetails['token']): string {
  return token === null
    ? `${formatAmount(amount, 0)} units of a token`
    : `${formatAmount(amount, token.decimals)} ${toVisibleName(token.symbol)}`
}

function tokenName(token: TransactionDetails['token']): string {
  return token === null ? 'tokens of one kind' : toVisibleName(token.symbol)
}

function rounds(epochs: readonly bigint[]): string {
  const [first] = epochs
  if (epochs.length === 1) return `round ${first}`
  return `${epochs.length} rounds`
}
