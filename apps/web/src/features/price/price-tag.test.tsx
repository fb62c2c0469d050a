import { toPriceE8 } from '@bullring/prediction/units'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { priceDirection } from './price-direction.ts'
import { PriceTag } from './price-tag.tsx'
import { priceBetween } from './use-count-up.ts'

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

describe('priceBetween', () => {
  test('starts at the old price, ends at the new one and stays between them', () => {
    const [from, to] = [price(612), price(610)]
    expect(priceBetween(from, to, 0)).toBe(from)
    expect(priceBetween(from, to, 1)).toBe(to)
    expect(priceBetween(from, to, 7)).toBe(to)
    const middle = priceBetween(from, to, 0.5)
    expect(middle).toBeLessThan(from)
    expect(middle).toBeGreaterThan(to)
  })
})

describe('PriceTag', () => {
  test('shows the newest price with 4 decimals and its direction', () => {
    render(<PriceTag prices={[price(612), price(612.5)]} />)
    const tag = screen.getByRole('region', { name: 'BNB/USD price' })
    expect(tag.textContent).toContain('$612.5000')
    expect(tag.textContent).toContain('rising')
  })

  test('keeps its space while there is no price', () => {
    render(<PriceTag prices={[]} />)
    expect(screen.getByRole('region', { name: 'BNB/USD price' }).textContent).toBe('BNB/USD')
  })
})
