import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppRoutes } from './app-routes.tsx'

vi.mock('./home/home-page.tsx', () => ({ HomePage: () => <h1>Home</h1> }))
vi.mock('./direct-bet/direct-bet-page.tsx', () => ({ DirectBetPage: () => <h1>Direct</h1> }))

function open(path: string) {
  window.history.replaceState(null, '', path)
  render(<AppRoutes />)
}

beforeEach(() => vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test.each([
  ['/', 'Home'],
  ['/?refer_code=x', 'Home'],
  ['/direct-bet', 'Direct'],
  ['/direct-bet/', 'Direct'],
  ['/direct-bet/more', 'This seat is empty'],
  ['/constructor', 'This seat is empty'],
])('%s leads to: %s', async (path, heading) => {
  open(path)
  expect(await screen.findByRole('heading', { name: heading })).toBeDefined()
})

test('links change the page without loading it again, and back leads back', async () => {
  open('/nowhere')
  await userEvent.click(await screen.findByRole('link', { name: /Direct bet/ }))
  expect(await screen.findByRole('heading', { name: 'Direct' })).toBeDefined()
  expect(window.location.pathname).toBe('/direct-bet')
  window.history.replaceState(null, '', '/')
  window.dispatchEvent(new PopStateEvent('popstate'))
  expect(await screen.findByRole('heading', { name: 'Home' })).toBeDefined()
})
