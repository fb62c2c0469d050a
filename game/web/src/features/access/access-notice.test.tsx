import type { BrandConfig } from '@bullring/game-api/config'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AppConfigContext } from '#api/market/app-config.ts'
import { testAppConfig } from '#testing/test-app-config.ts'
import { AccessNotice } from './access-notice.tsx'
import { useAccess } from './use-access.ts'

const BRAND: BrandConfig = {
  contact: null,
  links: [],
  pages: [],
  age: null,
  hasCountryRules: false,
  dailyStake: null,
}

function Shown() {
  const access = useAccess()
  return (
    <>
      <output>{access.kind}</output>
      <AccessNotice access={access} />
    </>
  )
}

function show(brand: Partial<BrandConfig>) {
  const config = testAppConfig({ brand: { ...BRAND, ...brand } })
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <AppConfigContext value={config}>
        <Shown />
      </AppConfigContext>
    </QueryClientProvider>,
  )
}

const kind = () => screen.getByRole('status').textContent

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('AccessNotice', () => {
  test('keeps the buttons off until the server has said that a country is allowed', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ betting: 'allowed' })))
    show({ hasCountryRules: true })
    expect(kind()).toBe('checking')
    await waitFor(() => expect(kind()).toBe('open'))
  })

  test('tells a visitor of a refused country', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ betting: 'refused' })))
    show({ hasCountryRules: true })
    expect((await screen.findByRole('note')).textContent).toContain(
      'takes no bets from your country',
    )
    expect(kind()).toBe('refused')
  })

  test('asks for the age once', async () => {
    show({ age: { minimum: 21, mustConfirm: true } })
    expect(kind()).toBe('unconfirmed')
    await userEvent.click(screen.getByRole('button', { name: 'I am 21 or older' }))
    expect(kind()).toBe('open')
    cleanup()
    show({ age: { minimum: 21, mustConfirm: true } })
    expect(kind()).toBe('open')
    cleanup()
    show({ age: { minimum: 25, mustConfirm: true } })
    expect(kind()).toBe('unconfirmed')
  })

  test('asks nothing without rules', () => {
    show({ age: { minimum: 18, mustConfirm: false } })
    expect(kind()).toBe('open')
  })
})
