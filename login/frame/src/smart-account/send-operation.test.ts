import type { ChainRequest } from '@bullring/approval/chain/chain-client'
import { ChainError } from '@bullring/approval/errors'
import { ApiProblemError, ApiUnreachableError } from '@bullring/wire/http/request-errors'
import { describe, expect, test } from 'vitest'
import { TransactionRefusedError, TransactionUnconfirmedError } from '#frame-errors.ts'
import { sendOperation, waitForTransaction } from './send-operation.ts'

const HASH = `0x${'ab'.repeat(32)}`
const TRANSACTION = `0x${'cd'.repeat(32)}`
const RECEIPT = {
  success: true,
  logs: [],
  receipt: { transactionHash: TRANSACTION, blockHash: '0x1', blockNumber: '0x1', gasUsed: '0x1' },
}

const lost = () => new ApiUnreachableError('/core/bundler')
const problem = (status: number) =>
  new ApiProblemError('/core/bundler', {
    status,
    problemCode: null,
    retryAfterSeconds: null,
    detail: null,
  })

/** A bundler that replies to each call with the next of `replies`, and with the last one from then on. */
function bundlerOf(...replies: readonly unknown[]): ChainRequest {
  const next = [...replies]
  return () => {
    const reply = next.length > 1 ? next.shift() : next[0]
    return reply instanceof Error ? Promise.reject(reply) : Promise.resolve(reply)
  }
}

describe('sendOperation', () => {
  const send = (reply: unknown) => sendOperation(bundlerOf(reply), { method: '', params: [] })

  test.each([lost(), problem(502)])(
    'error: says that it may have been sent after %s',
    async (error) => {
      const sent = send(error)
      await expect(sent).rejects.toThrow(TransactionUnconfirmedError)
      await expect(sent).rejects.toThrow('Check your activity before you try again.')
    },
  )

  test('error: says that it was not sent when the bundler refuses it', async () => {
    await expect(send(new ChainError('No.', undefined))).rejects.toThrow(TransactionRefusedError)
    await expect(send(problem(403))).rejects.toThrow(ApiProblemError)
  })
})

describe('waitForTransaction', () => {
  test('goes on after the connection was lost', async () => {
    const bundler = bundlerOf(lost(), problem(429), RECEIPT)
    expect(await waitForTransaction(bundler, HASH)).toBe(TRANSACTION)
  })

  test('error: says that it may have been sent when the connection stays lost', async () => {
    const waiting = waitForTransaction(bundlerOf(lost()), HASH, { timeoutMs: 100 })
    await expect(waiting).rejects.toThrow('Check your activity before you try again.')
  })

  test('error: says that it is pending, failed or reverted', async () => {
    const wait = (...replies: readonly unknown[]) =>
      waitForTransaction(bundlerOf(...replies), HASH, { timeoutMs: 100 })
    await expect(wait(null)).rejects.toThrow('still pending')
    await expect(wait(null, { state: 'failed', error: 'No.' })).rejects.toThrow('failed. No.')
    await expect(wait({ ...RECEIPT, success: false })).rejects.toThrow('The contract rejected')
  })
})
