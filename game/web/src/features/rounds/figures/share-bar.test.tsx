import { toWei } from '@bullring/prediction/units'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ShareBar } from './share-bar.tsx'

test('the two shares add up to 100 % when both halves would round up', () => {
  render(<ShareBar pool={{ bullAmount: toWei(535n), bearAmount: toWei(465n) }} />)
  expect(screen.getByText(/UP$/).textContent).toBe('54% UP')
  expect(screen.getByText(/DOWN$/).textContent).toBe('46% DOWN')
})
