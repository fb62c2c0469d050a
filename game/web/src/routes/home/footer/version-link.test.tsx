import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { AppConfigContext } from '#api/market/app-config.ts'
import { testAppConfig } from '#testing/test-app-config.ts'
import { VersionLink } from './version-link.tsx'

afterEach(cleanup)

const COMMIT = '0123456789abcdef0123456789abcdef01234567'

test.each([
  [COMMIT, 'Version 1.2.3 (0123456)'],
  [null, 'Version 1.2.3'],
])('names the version with commit %s, and links to its changes', (commit, text) => {
  render(
    <AppConfigContext value={testAppConfig({ build: { version: '1.2.3', commit } })}>
      <VersionLink />
    </AppConfigContext>,
  )
  expect(screen.getByRole('link', { name: text }).getAttribute('href')).toBe('/changelog.txt')
})
