import { COIN_DECIMALS, formatUnits } from '@bullring/prediction/decimal'
import type { Failure, Revert } from '@bullring/wallet-kit/failure'
import type { DirectBetMessages } from './direct-bet-messages.ts'

type FailureMessages = DirectBetMessages['failure']

/** A line of the log about a failed step. */
export type DirectBetFailureText = { level: 'info' | 'error'; text: string }

/** Returns the text of a failed step (R-DIRECT-9). */
export function directBetFailureText(
  { kind, message, revert }: Failure,
  action: 'bet' | 'claim' | 'switch',
  messages: FailureMessages,
): DirectBetFailureText {
  const level = kind === 'rejected' ? 'info' : 'error'
  const text = messages.byKind[kind]
  if (text !== undefined) return { level, text }
  if (revert && action === 'claim') return { level, text: messages.claimReverted }
  const detail = revert ? revertDetail(revert, message, messages) : message
  return { level, text: messages.other(detail || messages.unknown) }
}

/** Texts for the contract's errors. The arguments are those of the ABI. */
const REVERT_TEXTS: Readonly<
  Record<string, (messages: FailureMessages, args: readonly unknown[]) => string>
> = {
  EpochNotOpen: (messages, [epoch, open]) => messages.epochNotOpen(`${epoch}`, `${open}`),
  BetTooSmall: (messages, [, minimum]) =>
    messages.betTooSmall(typeof minimum === 'bigint' ? formatUnits(minimum, COIN_DECIMALS) : ''),
  BetAlreadyPlaced: (messages, [epoch]) => messages.betAlreadyPlaced(`${epoch}`),
  BetsPaused: (messages) => messages.betsPaused,
}

/** Returns what the contract's error means; one without a text, as the ABI names it. */
function revertDetail(
  { errorName, args, reason }: Revert,
  message: string,
  messages: FailureMessages,
): string {
  if (errorName !== null) {
    return REVERT_TEXTS[errorName]?.(messages, args) ?? `${errorName}(${args.join(', ')})`
  }
  // A transaction that reverts when it is mined has no reason; viem makes up a message for it.
  const hasReason = reason !== null || /execution reverted/i.test(message)
  return hasReason ? message : messages.betReverted
}
