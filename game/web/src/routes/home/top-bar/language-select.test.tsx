import type { Language } from '@bullring/wire/text/languages'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppConfigContext } from '#api/market/app-config.ts'
import { LanguageProvider } from '#i18n/language-provider.tsx'
import { createLanguageStore } from '#i18n/language-store.ts'
import { readSettings } from '#settings/device-settings.ts'
import { testAppConfig } from '#testing/test-app-config.ts'
import { createToastStore, ToastContext } from '#toasts/toast-store.ts'
import { LanguageSelect } from './language-select.tsx'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

function open(languages?: Language[]) {
  render(
    <AppConfigContext value={testAppConfig(languages && { languages })}>
      <ToastContext value={createToastStore()}>
        <LanguageProvider fixed={null} store={createLanguageStore('en')}>
          <LanguageSelect />
        </LanguageProvider>
      </ToastContext>
    </AppConfigContext>,
  )
}
const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

test('offers English only by default', () => {
  open()
  expect(names()).toEqual(['English'])
})

test('offers the enabled languages, each by its own name, and remembers the choice', async () => {
  open(['en', 'zh-CN'])
  expect(names()).toEqual(['English', '简体中文'])
  await userEvent.selectOptions(screen.getByRole('combobox'), '简体中文')
  await waitFor(() => expect(document.documentElement.lang).toBe('zh-CN'))
  expect(readSettings().language).toBe('zh-CN')
  await userEvent.selectOptions(screen.getByRole('combobox'), 'English')
  await waitFor(() => expect(document.documentElement.lang).toBe('en'))
  expect(readSettings().language).toBe('en')
})
