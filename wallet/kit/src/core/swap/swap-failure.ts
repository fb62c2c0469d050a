import { BaseError } from '@bullring/errors/base-error'
import { ApiProblemError } from '@bullring/wire/http/request-errors'
import { UnexpectedDecimalsError } from '#core/account/send/check-decimals.ts'
import { classifyFailure } from '#core/failure/classify-failure.ts'
import type { FailureKind } from '#core/failure/failure-rules.ts'
import { isNotOffered } from '#core/service/refusal.ts'
import { NoQuoteError } from './no-quote-error.ts'
import { UnexpectedTransactionError } from './unexpected-transaction-error.ts'

/** Key of the text that explains a failed quote or swap. */
export type SwapFailure =
  | 'declined'
  | 'insufficientGas'
  | 'insufficientBalance'
  | 'noRoute'
  | 'priceMoved'
  | 'wouldFail'
  | 'transferFee'
  | 'notOffered'
  | 'notAsShown'
  | 'otherDecimals'
  | 'serviceUnreachable'
  | 'unreachable'
  | 'outcomeUnknown'
  | 'failed'

/** Failures by the `code` of the service's problem document. */
const BY_CODE: Readonly<Record<string, SwapFailure>> = {
  'swap.no-route': 'noRoute',
  'swap.insufficient-balance': 'insufficientBalance',
  'swap.quote-expired': 'priceMoved',
  'swap.price-moved': 'priceMoved',
  'swap.reverts': 'wouldFail',
  'swap.transfer-fee': 'transferFee',
  'swap.unavailable': 'notOffered',
  'swap.token-not-listed': 'notOffered',
}

/** Failures of the wallet and the chain. */
const BY_KIND: Partial<Readonly<Record<FailureKind, SwapFailure>>> = {
  rejected: 'declined',
  insufficientFunds: 'insufficientGas',
  reverted: 'wouldFail',
  outcomeUnknown: 'outcomeUnknown',
  unreachable: 'unreachable',
  timeout: 'unreachable',
}

/** Returns the key of the text for a failure, by its cause. */
export function swapFailureOf(error: unknown): SwapFailure {
  if (error instanceof UnexpectedTransactionError) return 'notAsShown'
  if (error instanceof UnexpectedDecimalsError) return 'otherDecimals'
  if (error instanceof NoQuoteError) return 'noRoute'
  if (error instanceof ApiProblemError) {
    const known = BY_CODE[error.problemCode ?? '']
    return known ?? (isNotOffered(error) ? 'notOffered' : 'serviceUnreachable')
  }
  if (error instanceof BaseError && error.code.startsWith('api.')) return 'serviceUnreachable'
  return BY_KIND[classifyFailure(error).kind] ?? 'failed'
}
