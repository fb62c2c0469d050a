import type { Language } from '@bullring/wire/text/languages'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { WINDOW_MESSAGES } from '#ui/dialog/window-messages.ts'
import { loadCatalogue } from './catalogue.ts'
import { useMessages } from './language.ts'
import { LanguageProvider } from './language-provider.tsx'
import { createLanguageStore } from './language-store.ts'
import { defineMessages, message } from './message.ts'

beforeAll(() => loadCatalogue('zh-CN'))
afterEach(cleanup)

const UNTRANSLATED = defineMessages('untranslated', { bye: 'Bye' })

function Messages() {
  return `${useMessages(WINDOW_MESSAGES).close} ${useMessages(UNTRANSLATED).bye}`
}

const store = createLanguageStore('en')
const page = (fixed: Language | null) => (
  <LanguageProvider fixed={fixed} store={store}>
    <p role="note">
      <Messages />
    </p>
  </LanguageProvider>
)
const messages = () => [screen.getByRole('note').textContent, document.documentElement.lang]

test('messages and document follow the language of the page; missing translations are English', () => {
  const { rerender } = render(page(null))
  expect(messages()).toEqual(['Close Bye', 'en'])
  rerender(page('zh-CN'))
  expect(messages()).toEqual(['关闭 Bye', 'zh-CN'])
  rerender(page(null))
  expect(messages()).toEqual(['Close Bye', 'en'])
})

test('another language is shown once it has loaded', async () => {
  render(page(null))
  await act(() => store.show('zh-CN'))
  expect(messages()).toEqual(['关闭 Bye', 'zh-CN'])
  await act(() => store.show('en'))
  expect(messages()).toEqual(['Close Bye', 'en'])
})

test('error: refuses a message that the build has not compiled', () => {
  expect(() => message('{count} rounds', 'count')({ count: 1 })).toThrow(/compiled/)
})
