import { fill } from '@bullring/wire/text/fill'
import type { DecodedCall } from '../decode/decode-call.ts'
import type { TransactionSubject } from '../request.ts'
import { type Coin, coinText, isUnlimited, type TokenName, tokenText } from './coin.ts'
import type { ApprovalMessages } from './messages.ts'
import { toVisibleName } from './show-text.ts'

/** Effect of a transaction, in a headline and a sentence. */
export type CallText = { title: string; detail: string; tone: 'up' | 'down' | 'plain' }

type Context = { value: bigint; coin: Coin; token: TokenName; messages: ApprovalMessages }

/** Puts a transaction into words. */
export function describeCall(
  { call, value }: Pick<TransactionSubject, 'call' | 'value'>,
  given: Omit<Context, 'value'>,
): CallText {
  const context = { ...given, value }
  if (call.kind === 'bet') return describeBet(call, context)
  const [title, detail] = describePlain(call, context)
  return { title, detail, tone: 'plain' }
}

function describeBet(
  { side, symbol, epoch }: Extract<DecodedCall, { kind: 'bet' }>,
  { value, coin, messages: { call } }: Context,
): CallText {
  const coins = coinText(value, coin)
  return {
    title: fill(side === 'up' ? call.betUp : call.betDown, { coins }),
    detail: fill(call.bet, { symbol, epoch: `${epoch}`, coins }),
    tone: side,
  }
}

/** Returns headline and sentence. */
function describePlain(
  decoded: Exclude<DecodedCall, { kind: 'bet' }>,
  { value, coin, token, messages }: Context,
): [title: string, detail: string] {
  const { call } = messages
  const coins = coinText(value, coin)
  switch (decoded.kind) {
    case 'claim': {
      const { epochs, symbol } = decoded
      return [claimTitle(epochs, call), fill(call.claim, { symbol })]
    }
    case 'transfer':
      return [fill(call.send, { amount: coins }), call.toAccount]
    case 'token-transfer': {
      const amount = tokenText(decoded.amount, token, messages)
      return [
        fill(call.send, { amount }),
        decoded.from === null ? call.toAccount : call.fromAccount,
      ]
    }
    case 'token-approval':
      return describeAllowance(decoded, token, messages)
    case 'collection-approval':
      return decoded.isApproved ? [call.moveItems, call.moveItemsDetail] : [call.keepItems, '']
    case 'deployment':
      return [call.deploy, value > 0n ? fill(call.deployWithCoins, { coins }) : call.deployDetail]
    case 'unknown':
      return [value > 0n ? fill(call.callWithCoins, { coins }) : call.callContract, call.callDetail]
  }
}

function claimTitle(epochs: readonly bigint[], call: ApprovalMessages['call']): string {
  const [first] = epochs
  return epochs.length === 1
    ? fill(call.claimRound, { epoch: `${first}` })
    : fill(call.claimRounds, { count: epochs.length })
}

function describeAllowance(
  { amount, isIncrease }: Extract<DecodedCall, { kind: 'token-approval' }>,
  token: TokenName,
  messages: ApprovalMessages,
): [title: string, detail: string] {
  const { call } = messages
  if (isUnlimited(amount)) {
    const name = token === null ? call.tokens : toVisibleName(token.symbol)
    return [fill(call.spendAll, { token: name }), call.spendAllDetail]
  }
  const text = tokenText(amount, token, messages)
  return isIncrease
    ? [fill(call.spendMore, { amount: text }), call.spendMoreDetail]
    : [fill(call.spendSome, { amount: text }), call.spendSomeDetail]
}
