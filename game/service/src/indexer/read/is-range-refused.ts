import { findCause } from '@bullring/errors/find-cause'
import { HttpRequestError, ResponseBodyTooLargeError, RpcRequestError, TimeoutError } from 'viem'

/** Statuses by which nodes and their gateways refuse a range; others are about the caller or the rate of its calls. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([400, 403, 413, 422, 500, 503])

/**
 * True when a smaller range of blocks may succeed: nodes limit blocks, logs, bytes or time, and report it in
 * many ways.
 */
export function isRangeRefused(error: unknown): boolean {
  const cause =
    findCause(error, RpcRequestError) ??
    findCause(error, ResponseBodyTooLargeError) ??
    findCause(error, TimeoutError)
  return (
    cause !== undefined ||
    REFUSALS.has(findCause(error, HttpRequestError)?.status) ||
    // The time limit of `boundedFetch`.
    findCause(error, DOMException)?.name === 'TimeoutError'
  )
}
