import { findCause } from '@bullring/errors/find-cause'
import { HttpRequestError, ResponseBodyTooLargeError, RpcRequestError, TimeoutError } from 'viem'

const CONTENT_TOO_LARGE = 413

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
    findCause(error, HttpRequestError)?.status === CONTENT_TOO_LARGE ||
    // The time limit of `boundedFetch`.
    findCause(error, DOMException)?.name === 'TimeoutError'
  )
}
