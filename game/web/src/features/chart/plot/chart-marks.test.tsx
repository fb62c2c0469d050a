import { toEpoch, toPriceE8, toUnixSeconds, toWei } from '@bullring/prediction/units'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { linearScale } from '../scale/linear-scale.ts'
import { ChartMarks } from './chart-marks.tsx'

afterEach(cleanup)

/** Radius of the newest point of the line, with its outline. */
const POINT = 6
/** Half of the height of a triangle. */
const HALF = 6

test.each([
  ['bull', 1],
  ['bear', -1],
] as const)('a %s bet stands clear of the point at its lock', (position, direction) => {
  const bet = {
    epoch: toEpoch(7n),
    position,
    stake: toWei(10n ** 16n),
    at: toUnixSeconds(50),
    price: toPriceE8(50n * 10n ** 8n),
  }
  const scale = {
    x: linearScale([0, 100], [0, 300]),
    y: linearScale([0, 100], [200, 0]),
    ticks: [],
  }
  const { container } = render(
    <svg aria-hidden="true">
      <ChartMarks bands={[]} bets={[bet]} scale={scale} />
    </svg>,
  )
  const mark = container.querySelector('[data-bet="7"]')?.getAttribute('transform') ?? ''
  const [, x, y] = /translate\((\S+) (\S+)\)/.exec(mark) ?? []
  expect(Number(x)).toBe(150)
  expect((Number(y) - 100) * direction).toBeGreaterThanOrEqual(POINT + HALF)
})
