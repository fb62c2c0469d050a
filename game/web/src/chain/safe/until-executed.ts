import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { CallsNotSentError } from '@bullring/wallet-kit/calls-not-sent-error'
import { OutcomeUnknownError } from '@bullring/wallet-kit/outcome-unknown-error'
import { HashField } from '@bullring/wire/fields'
import { ContractFunctionRevertedError, type Hash } from 'viem'
import * as z from 'zod/mini'
import { sleep } from '#browser/sleep.ts'
import type { SentCall } from '../contract/wait-until-mined.ts'
import type { CallSafe } from './call-safe.ts'
import { OwnersTooLateError } from './owners-too-late-error.ts'
import type { SafeQueue } from './safe-queue.ts'

const POLL_MS = 3_000
/** Owners may take days: each read is a request to Safe's service. */
const LATER_POLL_MS = 15_000
const QUICK_POLLS = 20
const RESPONSE_MS = 10_000

/** Details of a request by Safe's transaction service. */
const Details = z.object({
  txStatus: z.enum([
    'AWAITING_CONFIRMATIONS',
    'AWAITING_EXECUTION',
    'CANCELLED',
    'FAILED',
    'SUCCESS',
  ]),
  txHash: z.nullish(HashField),
})

/** State of a request that is not executed, by its status; null where the status says nothing about it. */
const STATES = {
  AWAITING_CONFIRMATIONS: 'confirming',
  AWAITING_EXECUTION: 'executing',
  CANCELLED: null,
  FAILED: null,
  SUCCESS: 'executing',
} as const

/**
 * Waits until a request is executed, however long the owners take. Where Safe's service says nothing, the chain decides.
 *
 * @returns The transaction; null where only the chain shows the request's effect.
 * @throws {CallsNotSentError} when the owners have rejected it.
 * @throws {ContractFunctionRevertedError} when the contract reverted it.
 * @throws {OwnersTooLateError} when the contract no longer accepts it.
 * @throws {OutcomeUnknownError} when `dismissed` aborts: Safe may no longer have the request.
 */
export async function untilExecuted(
  page: SafePage,
  queued: SentCall,
  dismissed: AbortSignal,
): Promise<Hash | null> {
  const dismissal = Promise.withResolvers<never>()
  const dismiss = () => dismissal.reject(new OutcomeUnknownError())
  dismissed.addEventListener('abort', dismiss)
  try {
    return await Promise.race([poll(page, queued, dismissed), dismissal.promise])
  } finally {
    dismissed.removeEventListener('abort', dismiss)
  }
}

type SafePage = { call: CallSafe; queue: SafeQueue }

async function poll(
  { call, queue }: SafePage,
  queued: SentCall,
  dismissed: AbortSignal,
): Promise<Hash | null> {
  try {
    let earlier: 'cancelled' | 'late' | null = null
    for (let polls = 1; !dismissed.aborted; polls += 1) {
      const found = await nextStep(call, queued)
      if (found.isExecuted) {
        queue.remove(queued.hash)
        return found.hash
      }
      // Safe and the node may know that the nonce is used, or the round closed, before they know for what.
      if (found.end !== null && found.end === earlier) throw endOf(found.end)
      earlier = found.end
      if (found.state !== null) queue.mark(queued.hash, found.state)
      await sleep(polls < QUICK_POLLS ? POLL_MS : LATER_POLL_MS)
    }
    throw new OutcomeUnknownError()
  } catch (error) {
    // It stays in Safe's queue: the page says so until the visitor has seen it.
    if (error instanceof OwnersTooLateError) queue.mark(queued.hash, 'late')
    else queue.remove(queued.hash)
    throw error
  }
}

type Step =
  | { isExecuted: true; hash: Hash | null }
  | {
      isExecuted: false
      end: 'cancelled' | 'late' | null
      state: 'confirming' | 'executing' | null
    }

async function nextStep(
  call: CallSafe,
  { hash, functionName, isDone, isOver }: SentCall,
): Promise<Step> {
  const isTooLate = await isOver?.().catch(() => null)
  const details = await readDetails(call, hash)
  const status = details?.txStatus
  if (status === 'FAILED') {
    throw new ContractFunctionRevertedError({ abi: predictionAbi, functionName })
  }
  if (status === 'SUCCESS' && details?.txHash) return { isExecuted: true, hash: details.txHash }
  const isShown = await isDone?.().catch(() => null)
  if (isShown) return { isExecuted: true, hash: null }
  const state = status ? STATES[status] : null
  if (status === 'CANCELLED') return { isExecuted: false, end: 'cancelled', state }
  // Only a chain that was read says that nothing was staked.
  const isLate = isTooLate === true && isShown === false && status !== 'SUCCESS'
  return { isExecuted: false, end: isLate ? 'late' : null, state }
}

function endOf(end: 'cancelled' | 'late'): Error {
  return end === 'late' ? new OwnersTooLateError() : new CallsNotSentError()
}

async function readDetails(call: CallSafe, safeTxHash: Hash) {
  try {
    const signal = AbortSignal.timeout(RESPONSE_MS)
    return z.parse(Details, await call('getTxBySafeTxHash', { safeTxHash }, signal))
  } catch {
    // Not indexed yet, or out of reach.
    return null
  }
}
