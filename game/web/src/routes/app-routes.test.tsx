import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppRoutes } from './app-routes.tsx'
import { usePathname } from './route-link.tsx'

vi.mock('./home/home-page.tsx', () => ({ HomePage: () => <h1>Home</h1> }))
vi.mock('./direct-bet/direct-bet-page.tsx', () => ({ DirectBetPage: () => <h1>Direct</h1> }))

function Routed() {
  return <AppRoutes path={usePathname()} fallback={<p>Opening</p>} />
}

function open(path: string) {
  window.history.replaceState(null, '', path)
  render(<Routed />)
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
])('%s renders: %s', async (path, heading) => {
  open(path)
  expect(await screen.findByRole('heading', { name: heading })).toBeDefined()
})

test('links and the back button change the page without a reload', async () => {
  open('/nowhere')
  await userEvent.click(await screen.findByRole('link', { name: /Direct bet/ }))
  expect(await screen.findByRole('heading', { name: 'Direct' })).toBeDefined()
  expect(window.location.pathname).toBe('/direct-bet')
  expect(document.activeElement?.textContent).toBe('Direct')
  window.history.replaceState(null, '', '/')
  window.dispatchEvent(new PopStateEvent('popstate'))
  expect(await screen.findByRole('heading', { name: 'Home' })).toBeDefined()
  expect(document.activeElement?.textContent).toBe('Home')
})

test('a page that was loaded rather than navigated to does not move the focus', async () => {
  open('/direct-bet')
  await screen.findByRole('heading', { name: 'Direct' })
  expect(document.activeElement).toBe(document.body)
})
