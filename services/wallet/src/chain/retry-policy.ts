import { RETRYABLE_STATUSES } from '@bullring/wire/http/retryable-statuses'
import type { UpstreamAnswer } from './upstream-answer.ts'

/** Spec, section 9. */
const RETRY_COUNT = 3
const FIRST_DELAY_MS = 150

/** Spec, section 8; 429 also as a code in a body, where gateways put it. */
const RETRIED_CODES: ReadonlySet<number> = new Set([-1, -32_005, -32_603, 429])

/** Codes that say something of the call, not of the node: the next node would say the same. */
const FINAL_CODES: ReadonlySet<number> = new Set([3, -32_602, -32_003, 4_001, 5_000])
const FINAL_MESSAGE =
  /revert|nonce too (?:low|high)|insufficient funds|already known|underpriced|intrinsic gas/i

/** True when no other node needs to be asked. */
export function isFinal(answer: UpstreamAnswer): boolean {
  if (answer.kind !== 'error') return answer.kind === 'result'
  return FINAL_CODES.has(answer.error.code) || FINAL_MESSAGE.test(answer.error.message)
}

/**
 * How long to wait before all nodes are asked once more; null when the answer stays as it is. What a
 * node asks for counts, otherwise the time doubles.
 *
 * @param tries - How often all nodes have been asked.
 */
export function retryDelayMs(answer: UpstreamAnswer, tries: number): number | null {
  if (tries > RETRY_COUNT || !isRetried(answer)) return null
  const asked = answer.kind === 'failure' ? answer.retryAfterMs : undefined
  return asked ?? FIRST_DELAY_MS * 2 ** (tries - 1)
}

function isRetried(answer: UpstreamAnswer): boolean {
  if (answer.kind === 'result' || isFinal(answer)) return false
  if (answer.kind === 'error') return RETRIED_CODES.has(answer.error.code)
  return answer.status === undefined || RETRYABLE_STATUSES.has(answer.status)
}
