import { toEpoch, toWei } from '@bullring/prediction/units'
import { CallsNotSentError } from '@bullring/wallet-kit/calls-not-sent-error'
import { OutcomeUnknownError } from '@bullring/wallet-kit/outcome-unknown-error'
import { ContractFunctionRevertedError } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TEST_MARKET } from '#testing/test-app-config.ts'
import { OwnersTooLateError } from './owners-too-late-error.ts'
import { createSafeQueue } from './safe-queue.ts'
import { untilExecuted } from './until-executed.ts'

const ID = `0x${'01'.repeat(32)}` as const
const HASH = `0x${'02'.repeat(32)}` as const
const BET = {
  kind: 'bet',
  prediction: TEST_MARKET.prediction,
  bet: {
    account: TEST_MARKET.oracle,
    epoch: toEpoch(7n),
    position: 'bull',
    amount: toWei(5n),
    collect: [],
  },
} as const

const CANCELLED = { txStatus: 'CANCELLED', txHash: null }
const AWAITING = { txStatus: 'AWAITING_CONFIRMATIONS', txHash: null }

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

const storedQueue = () => createSafeQueue(localStorage).getSnapshot()

/** Waits for a request whose details Safe's service gives in turn, the last one for good. */
function wait(
  details: readonly unknown[],
  ends: { isDone?: () => Promise<boolean>; isOver?: () => Promise<boolean> } = {},
) {
  const queue = createSafeQueue(localStorage)
  queue.add({ id: ID, awaited: BET, state: 'confirming' })
  let reads = 0
  const call = vi.fn(() => {
    const found = details[Math.min(reads, details.length - 1)]
    reads += 1
    return found === undefined ? Promise.reject(new Error('Not found')) : Promise.resolve(found)
  })
  const dismissal = new AbortController()
  const queued = { hash: ID, functionName: 'betBull', ...ends } as const
  const end = untilExecuted({ call, queue }, queued, dismissal.signal)
  end.catch(() => undefined)
  return {
    end,
    queue,
    call,
    dismiss: () => dismissal.abort(),
    later: () => vi.advanceTimersByTimeAsync(60_000),
  }
}

test('waits for confirmations and the execution, also of another page', async () => {
  const executing = { txStatus: 'AWAITING_EXECUTION', txHash: null }
  const success = { txStatus: 'SUCCESS', txHash: HASH }
  const { end, queue, later } = wait([undefined, AWAITING, executing, success])
  const states: (string | undefined)[] = []
  queue.subscribe(() => states.push(storedQueue()[0]?.state))
  await later()
  expect(await end).toBe(HASH)
  expect(states).toEqual(['executing', undefined])
})

test('believes the chain where the service says nothing', async () => {
  const { end, later } = wait([undefined], { isDone: () => Promise.resolve(true) })
  await later()
  expect(await end).toBeNull()
  expect(storedQueue()).toEqual([])
})

test('waits on while the node is out of reach', async () => {
  const lost = () => Promise.reject(new Error('offline'))
  const { later } = wait([AWAITING], { isDone: lost, isOver: lost })
  await later()
  expect(storedQueue()).toMatchObject([{ id: ID, awaited: BET, state: 'confirming' }])
})

test('is not rejected while Safe knows only that its nonce is used', async () => {
  const { end, later } = wait([AWAITING, CANCELLED, { txStatus: 'SUCCESS', txHash: HASH }])
  await later()
  expect(await end).toBe(HASH)
})

test('error: rejected by the owners', async () => {
  const { end, later } = wait([CANCELLED])
  await later()
  await expect(end).rejects.toBeInstanceOf(CallsNotSentError)
  expect(storedQueue()).toEqual([])
})

test('error: dismissed, where Safe no longer has it', async () => {
  const { end, call, dismiss, later } = wait([undefined])
  await later()
  dismiss()
  await expect(end).rejects.toBeInstanceOf(OutcomeUnknownError)
  call.mockClear()
  await later()
  expect(call).not.toHaveBeenCalled()
})

test('error: reverted', async () => {
  const { end } = wait([{ txStatus: 'FAILED', txHash: HASH }])
  await expect(end).rejects.toBeInstanceOf(ContractFunctionRevertedError)
})

test('error: too late, which later pages know', async () => {
  const { end, later } = wait([AWAITING], {
    isDone: () => Promise.resolve(false),
    isOver: () => Promise.resolve(true),
  })
  await later()
  await expect(end).rejects.toBeInstanceOf(OwnersTooLateError)
  expect(storedQueue()).toMatchObject([{ id: ID, state: 'late' }])
})

test.each([
  ['the bet cannot be read', [AWAITING], [() => Promise.reject(new Error('offline'))]],
  ['Safe has executed it', [{ txStatus: 'SUCCESS', txHash: null }], [() => Promise.resolve(false)]],
  ['the node is behind', [AWAITING], [() => Promise.resolve(false), () => Promise.resolve(true)]],
])('is not too late while %s', async (_, details, reads) => {
  const isDone = vi.fn(reads.at(-1))
  for (const read of reads) isDone.mockImplementationOnce(read)
  const ended = vi.fn()
  const { end, later } = wait(details, { isDone, isOver: () => Promise.resolve(true) })
  end.catch(ended)
  await later()
  expect(ended).not.toHaveBeenCalled()
})

test('a bet that is in the round is not too late', async () => {
  const { end } = wait([AWAITING], {
    isDone: () => Promise.resolve(true),
    isOver: () => Promise.resolve(true),
  })
  expect(await end).toBeNull()
})

test('an entry that cannot be read does not take others with it', () => {
  const queue = createSafeQueue(localStorage)
  queue.add({ id: ID, awaited: BET, state: 'confirming' })
  const stored = JSON.parse(localStorage.getItem('bullring.safe') ?? '')
  localStorage.setItem('bullring.safe', JSON.stringify([{ id: '0x' }, ...stored, null]))
  expect(storedQueue()).toMatchObject([{ id: ID }])
})

test('forgets an entry after a month', () => {
  const queue = createSafeQueue(localStorage)
  queue.add({ id: ID, awaited: BET, state: 'confirming' })
  vi.advanceTimersByTime(29 * 86_400_000)
  expect(storedQueue()).toHaveLength(1)
  queue.mark(ID, 'executing')
  vi.advanceTimersByTime(2 * 86_400_000)
  expect(storedQueue()).toEqual([])
})

test('a queue that cannot be read is empty', () => {
  for (const text of ['{', '[{"id":"0x"}]', 'null']) {
    localStorage.setItem('bullring.safe', text)
    expect(storedQueue()).toEqual([])
  }
})
