import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { MessagesByLanguage } from './language.ts'
import { type Language, useLanguageChoice, useMessages } from './language.ts'
import { LanguageProvider } from './language-provider.tsx'

afterEach(cleanup)

const GREETING: MessagesByLanguage<{ hello: string }> = {
  en: { hello: 'Hello' },
  'zh-CN': { hello: '你好' },
}
const ENGLISH_ONLY: MessagesByLanguage<{ bye: string }> = { en: { bye: 'Bye' } }
const CHINESE_ONLY: MessagesByLanguage<{ thanks: string }> = { 'zh-CN': { thanks: '谢谢' } }

function Messages() {
  const { choose } = useLanguageChoice()
  const all = [
    useMessages(GREETING).hello,
    useMessages(ENGLISH_ONLY).bye,
    useMessages(CHINESE_ONLY).thanks,
  ]
  return (
    <button type="button" onClick={() => choose('zh-CN')}>
      {all.join(' ')}
    </button>
  )
}

function open(fixed: Language | null) {
  const tree = (language: Language | null) => (
    <LanguageProvider fixed={language}>
      <Messages />
    </LanguageProvider>
  )
  const { rerender } = render(tree(fixed))
  return (language: Language | null) => rerender(tree(language))
}

const messages = () => screen.getByRole('button').textContent

test('messages and document follow the page, then the choice of the visitor', async () => {
  const reopen = open(null)
  expect([messages(), document.documentElement.lang]).toEqual(['Hello Bye 谢谢', 'en'])
  reopen('zh-CN')
  expect([messages(), document.documentElement.lang]).toEqual(['你好 Bye 谢谢', 'zh-CN'])
  reopen(null)
  expect([messages(), document.documentElement.lang]).toEqual(['Hello Bye 谢谢', 'en'])
  await userEvent.click(screen.getByRole('button'))
  expect([messages(), document.documentElement.lang]).toEqual(['你好 Bye 谢谢', 'zh-CN'])
})

test('without a provider, messages are in English or in the only language they have', () => {
  render(<Messages />)
  expect(messages()).toBe('Hello Bye 谢谢')
})
