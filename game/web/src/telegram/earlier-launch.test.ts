// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { setTelegram, telegram } from '#browser/telegram.ts'
import { earlierLaunch } from './earlier-launch.ts'
import { startTelegram } from './start-telegram.ts'

const LAUNCH =
  '#tgWebAppData=user%3D1%26signature%3Ds&tgWebAppVersion=8.0&tgWebAppThemeParams=%7B%7D'

beforeEach(() => {
  sessionStorage.clear()
  setTelegram(null)
  Reflect.deleteProperty(window, 'TelegramWebviewProxy')
})

test('a page that loads again is still in Telegram, without the launch data', () => {
  const calls: string[] = []
  Object.assign(window, { TelegramWebviewProxy: { postEvent: (name: string) => calls.push(name) } })
  startTelegram(window, LAUNCH)
  expect(telegram()?.initData).toBe('user=1&signature=s')
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('signature')

  setTelegram(null)
  const earlier = earlierLaunch()
  expect(earlier).toBe('#tgWebAppVersion=8.0')
  startTelegram(window, earlier ?? '')
  expect(telegram()).toMatchObject({ initData: null })
  expect(calls.at(-1)).toBe('web_app_request_content_safe_area')
  expect(calls).toContain('web_app_request_theme')
})

test('error: a link with launch parameters leaves nothing behind in a browser', () => {
  startTelegram(window, LAUNCH)
  expect(earlierLaunch()).toBeNull()
})
