import { toEpoch, toPriceE8, toUnixSeconds } from '@bullring/prediction/units'
import type { UseQueryResult } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { PricePoint } from '#api/price-point.ts'
import { formatTime } from '#format/format.ts'
import { ChartCard } from './chart-card.tsx'

afterEach(cleanup)

const points: PricePoint[] = [612, 613, 614].map((dollars, index) => ({
  timestamp: toUnixSeconds(1_700_000_000 + index * 33),
  price: toPriceE8(BigInt(dollars) * 10n ** 8n),
  epoch: toEpoch(1n),
}))

function card(query: Partial<UseQueryResult<PricePoint[]>>, isReplayed = false) {
  // The card reads only these four fields of the query.
  const prices = { isPending: false, isError: false, refetch: vi.fn(), ...query }
  render(
    <ChartCard
      prices={prices as UseQueryResult<PricePoint[]>}
      bands={[]}
      userTrades={[]}
      isReplayed={isReplayed}
    />,
  )
  return prices
}

test('shows pair and source, and whether prices are a replay', () => {
  card({ data: points }, true)
  const text = screen.getByRole('region', { name: 'BNB/USD Chart' }).textContent
  expect(text).toContain('by oracle')
  expect(text).toContain('recorded prices, replayed')
})

test('selects points by keyboard', async () => {
  card({ data: points })
  const slider = screen.getByRole('slider', { name: 'Oracle price by time' })
  const valueText = () => slider.getAttribute('aria-valuetext')
  const at = (index: number) => formatTime(points[index]?.timestamp ?? toUnixSeconds(0))
  expect(valueText()).toBe(`$614.0000 at ${at(2)}`)
  slider.focus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(valueText()).toBe(`$613.0000 at ${at(1)}`)
  expect(screen.getByRole('status').textContent).toContain('$613.0000')
  await userEvent.keyboard('{Home}{ArrowLeft}')
  expect(valueText()).toBe(`$612.0000 at ${at(0)}`)
  await userEvent.keyboard('{End}')
  expect(valueText()).toBe(`$614.0000 at ${at(2)}`)
})

test('shows a message when there is no price yet', () => {
  card({ data: [] })
  expect(screen.getByText(/No oracle price yet/)).toBeDefined()
})

test('offers a retry after a failure', async () => {
  const prices = card({ isError: true })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(prices.refetch).toHaveBeenCalledTimes(1)
})
