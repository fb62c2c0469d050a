import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { AppConfigContext } from '#api/market/app-config.ts'
import { testAppConfig } from '#testing/test-app-config.ts'
import { BrandLinks } from './brand-links.tsx'

afterEach(cleanup)

function show(config: Parameters<typeof testAppConfig>[0]) {
  render(
    <AppConfigContext value={testAppConfig(config)}>
      <BrandLinks />
    </AppConfigContext>,
  )
  return screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
}

test('links the operator’s texts, contact and pages', () => {
  const brand = {
    contact: 'mailto:help@acme.example',
    links: [{ label: { en: 'Blog' }, url: 'https://acme.example/blog' }],
    pages: ['terms' as const, 'imprint' as const],
    age: null,
    hasCountryRules: false,
    dailyStake: null,
  }
  expect(show({ brand })).toEqual([
    ['Terms of use', '/terms?language=en'],
    ['Imprint', '/imprint?language=en'],
    ['Contact us', 'mailto:help@acme.example'],
    ['Blog', 'https://acme.example/blog'],
  ])
})

test('adds nothing without a brand', () => {
  expect(show({ brand: null })).toEqual([])
})
