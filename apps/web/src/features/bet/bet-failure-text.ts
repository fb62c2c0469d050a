import type { Position } from '@bullring/prediction/payout'
import type { Failure, Revert } from '@bullring/wallet-kit/failure'
import type { BetMessages } from './bet-messages.ts'

type FailureMessages = BetMessages['failure']

/** A toast about a failed bet. */
export type BetFailureText = { level: 'info' | 'error'; text: string; detail?: string }

/**
 * Returns the text of a failed bet (R-BET-15, R-BET-17 to R-BET-19).
 *
 * @param failure - With `wasSent`: whether the wallet had sent the transaction before.
 */
export function betFailureText(
  { kind, message, revert, wasSent }: Failure & { wasSent: boolean },
  position: Position,
  messages: FailureMessages,
): BetFailureText {
  const level = kind === 'rejected' ? 'info' : 'error'
  const detail = revert && revertDetail(revert, messages)
  if (kind === 'unreachable') {
    return {
      level,
      text: messages.other(position, messages[wasSent ? 'stillPending' : 'nothingSent']),
    }
  }
  const known = revert?.reason && REASON_TEXTS[revert.reason]?.(messages)
  if (known) return { level, text: messages.other(position, known) }
  const text = messages.byKind[kind] ?? otherText(message, position, messages)
  return { level, text, ...(detail && { detail }) }
}

function otherText(message: string, position: Position, messages: FailureMessages): string {
  return message === '' ? messages.unknown(position) : messages.other(position, message)
}

/** Texts for the contract's errors. The arguments are those of the ABI. */
const REVERT_DETAILS: Readonly<
  Record<string, (messages: FailureMessages, args: readonly unknown[]) => string>
> = {
  EpochNotOpen: (messages, [epoch, open]) => messages.epochNotOpen(`${epoch}`, `${open}`),
  BetTooSmall: (messages, [, minimum]) =>
    typeof minimum === 'bigint' ? messages.betTooSmall(minimum) : '',
  BetAlreadyPlaced: (messages, [epoch]) => messages.betAlreadyPlaced(`${epoch}`),
  BetsPaused: (messages) => messages.betsPaused,
}

/** Texts for the reasons of a PancakePredictionV2 contract, which the text for all reverts would misstate. */
const REASON_TEXTS: Readonly<Record<string, (messages: FailureMessages) => string>> = {
  'Contract not allowed': (messages) => messages.plainOnly,
  'Proxy contract not allowed': (messages) => messages.plainOnly,
  'Pausable: paused': (messages) => messages.betsPaused,
  'Round not bettable': (messages) => messages.notOpenYet,
  'Bet is too early/late': (messages) => messages.notOpenYet,
  'Bet amount must be greater than minBetAmount': (messages) => messages.belowMinimum,
  'Can only bet once per round': (messages) => messages.alreadyEntered,
}

function revertDetail({ errorName, args }: Revert, messages: FailureMessages): string | undefined {
  return errorName === null ? undefined : REVERT_DETAILS[errorName]?.(messages, args)
}
