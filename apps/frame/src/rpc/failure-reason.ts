import { findCause } from '@bullring/errors/find-cause'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { decodeErrorResult, ExecutionRevertedError, InsufficientFundsError, isHex } from 'viem'
import { ChainError } from './chain-client.ts'

const UNKNOWN = 'The network does not accept it in its present state.'

/** Returns why a trial run of a transaction failed, in one sentence. */
export function failureReason(error: unknown): string {
  const refusal = findCause(error, ChainError)
  const named = refusal === undefined ? undefined : nameOfRevert(refusal.data)
  if (named !== undefined) return `The contract refused it: ${named}.`
  if (findCause(error, InsufficientFundsError)) return 'The balance does not cover it.'
  const reverted = findCause(error, ExecutionRevertedError)
  const reason = reverted
    ? /reverted with reason: (.+?)\.?$/m.exec(reverted.message)?.[1]
    : undefined
  return reason === undefined ? UNKNOWN : `The contract refused it: ${reason}.`
}

/** Names the revert if it is one of the game's, or carries a text: `EpochNotOpen` reads "epoch not open". */
function nameOfRevert(data: unknown): string | undefined {
  if (!isHex(data) || data === '0x') return undefined
  try {
    const { errorName, args } = decodeErrorResult({ abi: predictionAbi, data })
    if ((errorName as string) === 'Error') return String(args?.[0])
    return errorName
      .replaceAll(/(?<!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
      .toLowerCase()
  } catch {
    return undefined
  }
}
