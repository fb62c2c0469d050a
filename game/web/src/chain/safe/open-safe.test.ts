import { OutcomeUnknownError } from '@bullring/wallet-kit/outcome-unknown-error'
import { afterEach, expect, test, vi } from 'vitest'
import { TEST_MARKET } from '#testing/test-app-config.ts'
import { openSafe } from './open-safe.ts'
import { safe, setSafe } from './safe.ts'
import { createSafeQueue } from './safe-queue.ts'

const ID = `0x${'01'.repeat(32)}` as const
const { prediction, oracle: account } = TEST_MARKET

afterEach(() => {
  setSafe(null)
  localStorage.clear()
})

test('sees what another tab changes in the queue', () => {
  openSafe(window)
  const onChange = vi.fn()
  safe()?.queue.subscribe(onChange)
  const awaited = { kind: 'claim', account, parts: [], isBatch: false } as const
  createSafeQueue(localStorage).add({ id: ID, awaited, state: 'confirming' })
  window.dispatchEvent(new Event('storage'))
  expect(onChange).toHaveBeenCalledOnce()
  expect(safe()?.queue.getSnapshot()).toMatchObject([{ id: ID }])
})

test('forgets a request that its user dismisses, and waits for it no longer', async () => {
  openSafe(window)
  const inSafe = safe()
  inSafe?.keep(ID, { kind: 'claim', account, parts: [{ prediction, epochs: [] }], isBatch: false })
  expect(inSafe?.queue.getSnapshot()).toMatchObject([{ id: ID }])
  const end = inSafe?.untilExecuted({ hash: ID, functionName: 'claim' })
  inSafe?.dismiss(ID)
  await expect(end).rejects.toBeInstanceOf(OutcomeUnknownError)
  expect(inSafe?.queue.getSnapshot()).toEqual([])
})
