import { RETRYABLE_STATUSES } from '@bullring/wire/http/retryable-statuses'
import type { RpcError, RpcReply } from './rpc-reply.ts'

/** Codes about the call rather than the node: the next node would reply the same. */
const FINAL_CODES: ReadonlySet<number> = new Set([3, -32_602, -32_003, 4_001, 5_000])
const FINAL_MESSAGE =
  /revert|nonce too (?:low|high)|insufficient funds|already known|underpriced|intrinsic gas/i

/** Returns true when no other node needs to be tried. */
export function isFinal(reply: RpcReply): boolean {
  if (reply.kind !== 'error') return reply.kind === 'result'
  return FINAL_CODES.has(reply.error.code) || FINAL_MESSAGE.test(reply.error.message)
}

const LIMIT_CODES: ReadonlySet<number> = new Set([-32_005, 429])
const LIMIT_MESSAGE = /rate.?limit|too many requests|per second/i

/** Returns whether the node limits its callers, or what one call may ask for: nodes have the same code for both. */
export function isLimited(reply: RpcReply): boolean {
  if (reply.kind !== 'error') return reply.kind === 'failure' && reply.status === 429
  return LIMIT_CODES.has(reply.error.code) || LIMIT_MESSAGE.test(reply.error.message)
}

const UNKNOWN_BLOCK_MESSAGE = /(?:header|block) not found|unknown block|beyond current head/i

/** Returns whether the node lacks a block of the call: it may be behind. */
export function lacksBlock(reply: RpcReply): boolean {
  return reply.kind === 'error' && UNKNOWN_BLOCK_MESSAGE.test(reply.error.message)
}

/**
 * Turns a failure of all nodes into the error that the caller receives. Its code shows whether a retry may
 * help: callers retry -32005 and -32603 (R-RPC-5).
 */
export function toRpcError(failure: Extract<RpcReply, { kind: 'failure' }>): RpcError {
  const { reason, status } = failure
  if (status === 429) return { code: -32_005, message: 'Limit exceeded' }
  // R-RPC-8
  if (reason === 'timeout') {
    return { code: -32_002, message: 'The request took too long to respond.' }
  }
  return status === undefined || RETRYABLE_STATUSES.has(status)
    ? { code: -32_603, message: 'Internal error: no node of this chain responds' }
    : { code: -32_002, message: 'Resource unavailable: no node of this chain responds' }
}
