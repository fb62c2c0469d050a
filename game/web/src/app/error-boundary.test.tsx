import { cleanup, render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ErrorBoundary } from './error-boundary.tsx'

const onMount = vi.fn()

function Page({ path }: { path: string }) {
  useEffect(onMount, [])
  if (path === '/broken') throw new Error('no such thing')
  return <h1>{path}</h1>
}

const at = (path: string) => (
  <ErrorBoundary path={path}>
    <Page path={path} />
  </ErrorBoundary>
)
const heading = () => screen.getByRole('heading').textContent

// React logs caught errors.
beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  onMount.mockClear()
})

test('shows the crash screen until the visitor goes to another page', () => {
  const { rerender } = render(at('/broken'))
  expect(heading()).toBe('Something broke on this page')
  expect(document.title).toBe('Something broke on this page · Bullring')
  rerender(at('/'))
  expect(heading()).toBe('/')
  rerender(at('/broken'))
  expect(heading()).toBe('Something broke on this page')
})

test('keeps what surrounds the page mounted across pages', () => {
  const { rerender } = render(at('/'))
  rerender(at('/direct-bet'))
  expect(heading()).toBe('/direct-bet')
  expect(onMount).toHaveBeenCalledTimes(1)
})
