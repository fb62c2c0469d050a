import { describe, expect, test } from 'vitest'
import { isFinal, toRpcError } from './failover.ts'
import type { RpcReply } from './rpc-reply.ts'

const error = (code: number, message = 'no'): RpcReply => ({
  kind: 'error',
  error: { code, message },
})

describe('isFinal', () => {
  test('stops at a node that has decided', () => {
    expect(isFinal({ kind: 'result', result: null })).toBe(true)
    expect(isFinal(error(3))).toBe(true)
    expect(isFinal(error(-32_000, 'execution reverted: RoundLocked'))).toBe(true)
    expect(isFinal(error(-32_000, 'nonce too low'))).toBe(true)
  })

  test('tries the next node when this one lacks data or the method', () => {
    expect(isFinal(error(-32_000, 'header not found'))).toBe(false)
    expect(isFinal(error(-32_601))).toBe(false)
    expect(isFinal({ kind: 'failure', reason: 'status', status: 401 })).toBe(false)
  })
})

describe('toRpcError', () => {
  test.each([403, 408, 413, 500, 502, 503, 504])('lets the caller retry after %i', (status) => {
    expect(toRpcError({ kind: 'failure', reason: 'status', status }).code).toBe(-32_603)
  })

  test('lets the caller retry when no node was reached or understood, or all are busy', () => {
    expect(toRpcError({ kind: 'failure', reason: 'unreachable' }).code).toBe(-32_603)
    expect(toRpcError({ kind: 'failure', reason: 'unreadable' }).code).toBe(-32_603)
    expect(toRpcError({ kind: 'failure', reason: 'status', status: 429 }).code).toBe(-32_005)
  })

  test.each([400, 401, 404, 501])('does not suggest a retry after %i', (status) => {
    expect(toRpcError({ kind: 'failure', reason: 'status', status }).code).toBe(-32_002)
  })

  test('reports a timeout', () => {
    expect(toRpcError({ kind: 'failure', reason: 'timeout' })).toEqual({
      code: -32_002,
      message: 'The request took too long to respond.',
    })
  })
})
