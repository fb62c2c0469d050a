import { toPriceE8, toUnixSeconds } from '@bullring/prediction/units'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { ChainClock } from '#chain/clock/chain-clock.ts'
import { ChainClockContext } from '#chain/clock/use-chain-time.ts'
import type { LineTone } from '#ui/line-dot.tsx'
import { priceDirection } from './price-direction.ts'
import { PriceTag } from './price-tag.tsx'

afterEach(cleanup)

const price = (dollars: number) => toPriceE8(BigInt(dollars * 100) * 1_000_000n)

describe('priceDirection', () => {
  test.each([
    [[], 'unchanged'],
    [[612], 'unchanged'],
    [[612, 612], 'unchanged'],
    [[612, 613], 'up'],
    [[613, 612], 'down'],
  ] as const)('of %o is %s', (dollars, direction) => {
    expect(priceDirection(dollars.map(price))).toBe(direction)
  })
})

const NOW = 1_700_000_000
const PRICE_AGE = 4

/** Renders the tag with prices of which the last is 4 s old. */
function tag(dollars: readonly number[], line: LineTone = 'live') {
  let now = NOW
  const listeners = new Set<() => void>()
  const clock: ChainClock = {
    now: () => toUnixSeconds(now),
    sync: () => undefined,
    subscribe: (onTick) => {
      listeners.add(onTick)
      return () => listeners.delete(onTick)
    },
  }
  const timestamp = toUnixSeconds(NOW - PRICE_AGE)
  const page = (values: readonly number[]) => (
    <ChainClockContext value={clock}>
      <PriceTag points={values.map((value) => ({ price: price(value), timestamp }))} line={line} />
    </ChainClockContext>
  )
  const { rerender } = render(page(dollars))
  const setNow = (time: number) => {
    now = time
    act(() => {
      for (const listener of listeners) listener()
    })
  }
  const setPrices = (values: readonly number[]) => rerender(page(values))
  return { setNow, setPrices }
}

describe('PriceTag', () => {
  test('shows the age of the price in chain time, and the state of the line', () => {
    const { setNow } = tag([612], 'lost')
    const text = () => screen.getByRole('region', { name: 'BNB/USD price' }).textContent
    expect(text()).toContain('no connection')
    expect(text()).toContain('4 s ago')
    setNow(NOW + 100)
    expect(text()).toContain('1 min ago')
    setNow(NOW + 7_200)
    expect(text()).toContain('2 h ago')
  })

  test('shows the newest price with 4 decimals and its direction', () => {
    tag([612, 612.5])
    const text = screen.getByRole('region', { name: 'BNB/USD price' }).textContent
    expect(text).toContain('$612.5000')
    expect(text).toContain('rising')
  })

  test('shows no digits but those of the oracle while the price changes', () => {
    const { setPrices } = tag([612])
    setPrices([612, 620])
    const text = screen.getByRole('region', { name: 'BNB/USD price' }).textContent
    expect(text).toContain('$620.0000')
  })

  test('keeps its space while there is no price', () => {
    tag([])
    expect(screen.getByRole('region', { name: 'BNB/USD price' }).textContent).toBe('BNB/USDlive')
  })
})
