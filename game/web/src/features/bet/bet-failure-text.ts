import { COIN_DECIMALS, formatUnits } from '@bullring/prediction/decimal'
import type { Position } from '@bullring/prediction/payout'
import type { Epoch } from '@bullring/prediction/units'
import type { Failure, Revert } from '@bullring/wallet-kit/failure'
import { BetQueuedError } from '#chain/safe/bet-queued-error.ts'
import { OwnersTooLateError } from '#chain/safe/owners-too-late-error.ts'
import { safe } from '#chain/safe/safe.ts'
import type { BetFailureMessages } from './bet-messages.ts'

/** A toast about a failed bet. */
export type BetFailureText = { level: 'info' | 'error'; text: string; detail?: string }

/**
 * Returns the text of a failed bet (R-BET-15, R-BET-17 to R-BET-19).
 *
 * @param failure - With `wasSent`: whether the wallet had sent the transaction before. `hasClosed`: whether the round has locked.
 */
export function betFailureText(
  { kind, message, revert, wasSent, hasClosed }: Failure & { wasSent: boolean; hasClosed: boolean },
  { position, epoch }: { position: Position; epoch: Epoch },
  messages: BetFailureMessages,
): BetFailureText {
  const level = kind === 'rejected' ? 'info' : 'error'
  if (kind === 'rejected' && hasClosed) {
    return { level, text: messages.closed({ epoch: `${epoch}` }) }
  }
  if (kind === 'outcomeUnknown' && safe() !== null) return { level: 'info', text: messages.inSafe }
  const detail = revert && revertDetail(revert, messages)
  if (kind === 'unreachable') {
    const reason = wasSent ? messages.stillPending : messages.nothingSent
    return { level, text: messages.other({ position, reason }) }
  }
  const known = revert?.reason && REASON_TEXTS[revert.reason]?.(messages)
  if (known) return { level, text: messages.other({ position, reason: known }) }
  const text = textOfKind(kind, messages) ?? otherText(message, position, messages)
  return { level, text, ...(detail && { detail }) }
}

/** Returns the text of a bet that waits for the owners of a Safe already, or that they were too late for; null for others. */
export function safeFailureText(
  error: unknown,
  { epoch }: { epoch: Epoch },
  messages: BetFailureMessages,
): BetFailureText | null {
  if (error instanceof BetQueuedError) return { level: 'info', text: messages.alreadyEntered }
  if (!(error instanceof OwnersTooLateError)) return null
  return { level: 'error', text: messages.ownersLate({ epoch: `${epoch}` }) }
}

/** R-BET-15, R-BET-17, R-BET-18. */
function textOfKind(kind: Failure['kind'], messages: BetFailureMessages): string | undefined {
  switch (kind) {
    case 'rejected':
    case 'notConnected':
    case 'noProvider':
    case 'insufficientGas':
    case 'insufficientFunds':
    case 'reverted':
    case 'replaced':
    case 'notSent':
    case 'outcomeUnknown':
      return messages[kind]
    default:
      return undefined
  }
}

function otherText(message: string, position: Position, messages: BetFailureMessages): string {
  return message === ''
    ? messages.unknown({ position })
    : messages.other({ position, reason: message })
}

/** Texts for the contract's errors, with the arguments of the ABI. */
const REVERT_DETAILS: Readonly<
  Record<string, (messages: BetFailureMessages, args: readonly unknown[]) => string>
> = {
  EpochNotOpen: (messages, [epoch, open]) =>
    messages.epochNotOpen({ epoch: `${epoch}`, open: `${open}` }),
  BetTooSmall: (messages, [, minimum]) =>
    typeof minimum === 'bigint'
      ? messages.betTooSmall({ minimum: formatUnits(minimum, COIN_DECIMALS) })
      : '',
  BetAlreadyPlaced: (messages, [epoch]) => messages.betAlreadyPlaced({ epoch: `${epoch}` }),
  BetsPaused: (messages) => messages.betsPaused,
}

/** Texts for the reasons of a PancakePredictionV2 contract, which the text for all reverts would misstate. */
const REASON_TEXTS: Readonly<Record<string, (messages: BetFailureMessages) => string>> = {
  'Contract not allowed': (messages) => messages.plainOnly,
  'Proxy contract not allowed': (messages) => messages.plainOnly,
  'Pausable: paused': (messages) => messages.betsPaused,
  'Round not bettable': (messages) => messages.notOpenYet,
  'Bet is too early/late': (messages) => messages.notOpenYet,
  'Bet amount must be greater than minBetAmount': (messages) => messages.belowMinimum,
  'Can only bet once per round': (messages) => messages.alreadyEntered,
}

function revertDetail(
  { errorName, args }: Revert,
  messages: BetFailureMessages,
): string | undefined {
  return errorName === null ? undefined : REVERT_DETAILS[errorName]?.(messages, args)
}
