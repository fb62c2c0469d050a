import { toUnixSeconds } from '@bullring/prediction/units'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ChainClockContext } from '#chain/clock/use-chain-time.ts'
import { TimeRing } from './time-ring.tsx'

afterEach(cleanup)

const times = {
  startTimestamp: toUnixSeconds(1_000),
  lockTimestamp: toUnixSeconds(1_300),
  closeTimestamp: toUnixSeconds(1_600),
}

function ringAt(now: number, change: bigint | null = 0n) {
  const clock = {
    now: () => toUnixSeconds(now),
    sync: () => undefined,
    subscribe: () => () => undefined,
  }
  const { container } = render(
    <ChainClockContext value={clock}>
      <TimeRing times={times} change={change} />
    </ChainClockContext>,
  )
  const arc = container.querySelectorAll('circle')[1]
  return { text: container.textContent, share: Number.parseFloat(arc?.style.strokeDasharray ?? '') }
}

test.each([
  [1_300, 1, '5:00'],
  [1_450, 0.5, '2:30'],
  [1_599, 1 / 300, '0:01'],
])('shows at %i the share of time left', (now, share, text) => {
  const ring = ringAt(now)
  expect(ring.share).toBeCloseTo(share)
  expect(ring.text).toContain(text)
})

test('is empty after the close', () => {
  expect(ringAt(1_700)).toEqual({ share: 0, text: '$0.0000' })
})

test('shows the price change, and waits for the prices', () => {
  expect(ringAt(1_400, -12_000_000n).text).toContain('\u2212$0.1200')
  expect(ringAt(1_400, null).text).toContain('Waiting')
})
