import { findCause } from '@bullring/errors/find-cause'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { decodeErrorResult, ExecutionRevertedError, InsufficientFundsError, isHex } from 'viem'
import { ChainError } from '../errors.ts'

/** Rules of the game that a bet can break, by the contract's names. */
const RULES = ['EpochNotOpen', 'BetTooSmall', 'BetAlreadyPlaced', 'BetsPaused'] as const
type Rule = (typeof RULES)[number]

/** Reason why a transaction fails. `error` is the contract's name for it; `reverted` has none, as in batches. */
export type FailureReason =
  | { kind: 'rule'; error: Rule }
  | { kind: 'refused'; error: string }
  | { kind: 'reverted' }
  | { kind: 'unfunded' }
  | { kind: 'unknown' }

/** Returns why the simulation of a transaction failed. */
export function failureReason(error: unknown): FailureReason {
  const refusal = findCause(error, ChainError)
  const named = refusal === undefined ? undefined : reasonOfRevert(refusal.data)
  if (named !== undefined) return named
  if (findCause(error, InsufficientFundsError)) return { kind: 'unfunded' }
  const reverted = findCause(error, ExecutionRevertedError)
  const reason = reverted
    ? /reverted with reason: (.+?)\.?$/m.exec(reverted.message)?.[1]
    : undefined
  return reason === undefined ? { kind: 'unknown' } : { kind: 'refused', error: reason }
}

/** Returns why a bundler refused an operation. It names errors that it does not know by their first bytes. */
export function operationFailure({ message }: ChainError): FailureReason {
  const [, reason] = /with reason: (.+)$/.exec(message) ?? []
  if (reason === undefined) return { kind: 'unknown' }
  if (reason === 'no reason') return { kind: 'reverted' }
  return reasonOfRevert(reason) ?? { kind: 'refused', error: reason }
}

/** Returns what a revert says if it is one of the game's, or carries a text: `NotAdmin` reads "not admin". */
function reasonOfRevert(data: unknown): FailureReason | undefined {
  if (!isHex(data) || data === '0x') return undefined
  try {
    const { errorName, args } = decodeErrorResult({ abi: predictionAbi, data })
    if ((errorName as string) === 'Error') return { kind: 'refused', error: String(args?.[0]) }
    const rule = RULES.find((name) => name === errorName)
    if (rule !== undefined) return { kind: 'rule', error: rule }
    const error = errorName
      .replaceAll(/(?<!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
      .toLowerCase()
    return { kind: 'refused', error }
  } catch {
    return undefined
  }
}
