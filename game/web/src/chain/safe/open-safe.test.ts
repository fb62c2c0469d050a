import { OutcomeUnknownError } from '@bullring/wallet-kit/outcome-unknown-error'
import { afterEach, expect, test } from 'vitest'
import { TEST_MARKET } from '#testing/test-app-config.ts'
import { openSafe } from './open-safe.ts'
import { safe, setSafe } from './safe.ts'

const ID = `0x${'01'.repeat(32)}` as const
const { prediction, oracle: account } = TEST_MARKET

afterEach(() => setSafe(null))

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
