import { COIN_DECIMALS, formatUnits } from '@bullring/prediction/decimal'
import type { Failure, Revert } from '@bullring/wallet-kit/failure'
import { BetQueuedError } from '#chain/safe/bet-queued-error.ts'
import { OwnersTooLateError } from '#chain/safe/owners-too-late-error.ts'
import { safe } from '#chain/safe/safe.ts'
import type { DirectFailureMessages } from './direct-bet-messages.ts'

/** A line of the log about a failed step. */
export type DirectBetFailureText = { level: 'info' | 'error'; text: string }

/**
 * Returns the text of a failed step (R-DIRECT-9).
 *
 * @param wasSent - Whether the wallet had sent the transaction before.
 */
export function directBetFailureText(
  { kind, message, revert }: Failure,
  action: 'bet' | 'claim' | 'switch',
  messages: DirectFailureMessages,
  wasSent = false,
): DirectBetFailureText {
  const level = kind === 'rejected' ? 'info' : 'error'
  if (kind === 'unreachable') {
    const reason = wasSent ? messages.stillPending : messages.nothingSent
    return { level, text: messages.other({ reason }) }
  }
  if (kind === 'outcomeUnknown' && safe() !== null) return { level: 'info', text: messages.inSafe }
  const text = textOfKind(kind, messages)
  if (text !== undefined) return { level, text }
  if (revert && action === 'claim') return { level, text: messages.claimReverted }
  const detail = revert ? revertDetail(revert, message, messages) : message
  return { level, text: messages.other({ reason: detail || messages.unknown }) }
}

/** Returns the text of a bet that waits for the owners of a Safe already, or that they were too late for; null for others. */
export function safeFailureText(
  error: unknown,
  messages: DirectFailureMessages,
): DirectBetFailureText | null {
  if (error instanceof BetQueuedError) return { level: 'info', text: messages.betQueued }
  return error instanceof OwnersTooLateError ? { level: 'error', text: messages.ownersLate } : null
}

function textOfKind(kind: Failure['kind'], messages: DirectFailureMessages): string | undefined {
  switch (kind) {
    case 'rejected':
    case 'notConnected':
    case 'insufficientFunds':
    case 'insufficientGas':
    case 'replaced':
    case 'notSent':
    case 'outcomeUnknown':
      return messages[kind]
    default:
      return undefined
  }
}

/** Texts for the contract's errors, with the arguments of the ABI. */
const REVERT_TEXTS: Readonly<
  Record<string, (messages: DirectFailureMessages, args: readonly unknown[]) => string>
> = {
  EpochNotOpen: (messages, [epoch, open]) =>
    messages.epochNotOpen({ epoch: `${epoch}`, open: `${open}` }),
  BetTooSmall: (messages, [, minimum]) =>
    messages.betTooSmall({
      minimum: typeof minimum === 'bigint' ? formatUnits(minimum, COIN_DECIMALS) : '',
    }),
  BetAlreadyPlaced: (messages, [epoch]) => messages.betAlreadyPlaced({ epoch: `${epoch}` }),
  BetsPaused: (messages) => messages.betsPaused,
}

/** Returns the text for a contract's error, or its name in the ABI if it has no text. */
function revertDetail(
  { errorName, args, reason }: Revert,
  message: string,
  messages: DirectFailureMessages,
): string {
  if (errorName !== null) {
    return REVERT_TEXTS[errorName]?.(messages, args) ?? `${errorName}(${args.join(', ')})`
  }
  // A transaction that reverts when it is mined has no reason; viem makes up a message for it.
  const hasReason = reason !== null || /execution reverted/i.test(message)
  return hasReason ? message : messages.betReverted
}
